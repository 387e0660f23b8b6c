/** @type {import('./index.js').Translation<typeof import('./picture.en.js').default>} */
export default {
  'side.red': '紅方',
  'side.black': '黑方',
  'side.white': '白方',
  'tool.name': '對局',
  'tool.takeBack': '悔棋',
  'tool.hint': '提示',
  'tool.flip': '翻轉',
  'moves.first': '初始局面',
  'moves.previous': '上一步',
  'moves.next': '下一步',
  'moves.last': '最後局面',
};
