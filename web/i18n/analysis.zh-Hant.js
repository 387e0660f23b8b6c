// @ts-check
// Traditional Chinese words of the analysis board.

/** @type {import('./index.js').Translation<typeof import('./analysis.en.js').default>} */
export default {
  'analysis.title': 'Cannonfish：象棋分析棋盤',
  'analysis.settings': '分析設定',
  'analysis.lines': '候選著法數',
  'analysis.limit': '分析到',
  'analysis.limit.infinite': '不限',
  'analysis.limit.time': '{number} 秒',
  'analysis.limit.depth': '{number} 層',
  'analysis.limit.nodes': '{number} 個節點',
  'analysis.arrows': '用箭頭標出最佳著法',
  'analysis.threat': '顯示威脅',
  'analysis.threat.check': '走棋方正被將軍，無法顯示威脅。',
  'analysis.bestLines': '最佳變化',
  'analysis.over': '對局到此結束。',
  'analysis.refused': '引擎無法分析此局面。',
  'analysis.bar': '局面評估：{score}',
  'analysis.bar.none': '局面評估：暫無',
  'analysis.panels': '工具',
  'analysis.panel.graph': '走勢圖',
  'analysis.panel.failed': '無法載入，請檢查網路連線。',
  'analysis.panel.retry': '重試',
  'analysis.graph': '評估走勢圖',
  'analysis.graph.none': '分析過的局面會顯示在圖中。',
};
