// @ts-check
// English words of the analysis board.

export default {
  'analysis.title': 'Cannonfish: Xiangqi analysis board',
  'analysis.settings': 'Analysis settings',
  'analysis.lines': 'Lines',
  'analysis.limit': 'Stop after',
  'analysis.limit.infinite': 'Never',
  'analysis.limit.time': { one: '{number} second', other: '{number} seconds' },
  'analysis.limit.depth': 'Depth {number}',
  'analysis.limit.nodes': '{number} nodes',
  'analysis.arrows': 'Best moves as arrows',
  'analysis.threat': 'Show threat',
  'analysis.threat.check': 'No threat to show: the side to move is in check.',
  'analysis.bestLines': 'Best lines',
  'analysis.over': 'The game is over here.',
  'analysis.refused': 'The engine can’t analyse this position.',
  'analysis.bar': 'Evaluation: {score}',
  'analysis.bar.none': 'Evaluation: not known yet',
  'analysis.panels': 'Tools',
  'analysis.panel.graph': 'Graph',
  'analysis.panel.failed': 'This part could not be loaded. Check your connection.',
  'analysis.panel.retry': 'Try again',
  'analysis.graph': 'Evaluation graph',
  'analysis.graph.none': 'The graph fills in as positions are analysed.',
};
