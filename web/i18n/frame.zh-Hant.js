// 嵌入的棋盤所用的文字，其他頁面用不到。

/** @type {import('./index.js').Translation<typeof import('./frame.en.js').default>} */
export default {
  'frame.title.xiangqi': '象棋棋盤',
  'frame.title.chess': '西洋棋棋盤',
  'frame.title.liuzichong': '六子衝棋盤',
  'frame.picture': '{title}。{text}',
  'frame.coming': '正在載入……',
  'frame.press': '點擊開始',
  'frame.loading': '正在載入引擎，{percent}%',
  'frame.reading': '正在讀取棋譜……',
  'frame.yourMove': '{side} · 輪到你走',
  'frame.toMove': '輪到{side}走',
  'frame.thinking': '{side} · 思考中……',
  'frame.ply': '{ply} / {last}',
  'frame.start': '初始局面',
  'frame.again': '再來一局',
  'frame.open': '在 Cannonfish 中開啟',
  'frame.fault.fen': '此局面無法顯示',
  'frame.fault.pgn': '此棋譜無法讀取',
  'frame.fault.moves': '著法不合規則',
  'frame.fault.option': '網址中的選項無效',
  'frame.fault.option.text': '{option}={value}（可用：{allowed}）',
  'frame.fault.engine': '引擎無法在此執行',
  'frame.fault.puzzle': '沒有這道題',
};
