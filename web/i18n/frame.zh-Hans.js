// @ts-check
// 嵌入的棋盘所用的文字，其他页面用不到。

/** @type {Record<keyof typeof import('./frame.en.js').frameEn, import('./index.js').Message>} */
export const frameZhHans = {
  'frame.title.xiangqi': '象棋棋盘',
  'frame.title.chess': '国际象棋棋盘',
  'frame.title.liuzichong': '六子冲棋盘',
  'frame.picture': '{title}。{text}',
  'frame.coming': '正在载入……',
  'frame.press': '点棋盘开始',
  'frame.loading': '引擎准备中，{percent}%',
  'frame.reading': '正在读取棋谱……',
  'frame.yourMove': '{side} · 该你走',
  'frame.toMove': '轮到{side}走',
  'frame.thinking': '{side} · 思考中……',
  'frame.ply': '{ply} / {last}',
  'frame.start': '开局',
  'frame.again': '再来一局',
  'frame.open': '在 Cannonfish 中打开',
  'frame.clock': '{side}的时间：{time}',
  'outcome.time': '{loser}超时，{winner}胜。',
  'outcome.time.law': '按“悔棋”可回到对局。',
  'frame.fault.fen': '这个局面无法显示',
  'frame.fault.pgn': '这份棋谱无法读取',
  'frame.fault.moves': '这些着法走不了',
  'frame.fault.option': '地址里有看不懂的内容',
  'frame.fault.option.text': '{option}={value}（可用：{allowed}）',
  'frame.fault.engine': '引擎在这里无法运行',
  'frame.fault.puzzle': '没有这道题',
};
