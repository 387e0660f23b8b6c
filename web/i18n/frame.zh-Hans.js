// 嵌入的棋盘所用的文字，其他页面用不到。

/** @type {import('./index.js').Translation<typeof import('./frame.en.js').default>} */
export default {
  'frame.title.xiangqi': '象棋棋盘',
  'frame.title.chess': '国际象棋棋盘',
  'frame.title.liuzichong': '六子冲棋盘',
  'frame.picture': '{title}。{text}',
  'frame.coming': '正在载入……',
  'frame.press': '点击开始',
  'frame.loading': '正在载入引擎，{percent}%',
  'frame.reading': '正在读取棋谱……',
  'frame.yourMove': '{side} · 轮到你走',
  'frame.toMove': '轮到{side}走',
  'frame.thinking': '{side} · 思考中……',
  'frame.ply': '{ply} / {last}',
  'frame.start': '初始局面',
  'frame.again': '再来一局',
  'frame.open': '在 Cannonfish 中打开',
  'frame.fault.fen': '此局面无法显示',
  'frame.fault.pgn': '此棋谱无法读取',
  'frame.fault.moves': '着法不合规则',
  'frame.fault.option': '地址中的选项无效',
  'frame.fault.option.text': '{option}={value}（可用：{allowed}）',
  'frame.fault.engine': '引擎无法在此运行',
  'frame.fault.puzzle': '没有这道题',
};
