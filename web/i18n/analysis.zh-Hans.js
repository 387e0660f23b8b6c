// @ts-check
// Simplified Chinese words of the analysis board.

/** @type {import('./index.js').Translation<typeof import('./analysis.en.js').default>} */
export default {
  'analysis.title': 'Cannonfish：象棋分析棋盘',
  'analysis.settings': '分析设置',
  'analysis.lines': '候选着法数',
  'analysis.limit': '分析到',
  'analysis.limit.infinite': '不限',
  'analysis.limit.time': '{number} 秒',
  'analysis.limit.depth': '{number} 层',
  'analysis.limit.nodes': '{number} 个节点',
  'analysis.arrows': '用箭头标出最佳着法',
  'analysis.threat': '显示威胁',
  'analysis.threat.check': '走棋方正被将军，无法显示威胁。',
  'analysis.bestLines': '最佳变化',
  'analysis.over': '对局到此结束。',
  'analysis.refused': '引擎无法分析此局面。',
  'analysis.bar': '局面评估：{score}',
  'analysis.bar.none': '局面评估：暂无',
  'analysis.panels': '工具',
  'analysis.panel.graph': '走势图',
  'analysis.panel.failed': '无法载入，请检查网络连接。',
  'analysis.panel.retry': '重试',
  'analysis.graph': '评估走势图',
  'analysis.graph.none': '分析过的局面会显示在图中。',
};
