// @ts-check
// The words that a frame needs before all others: what the players are called, and what its buttons do.

export const pictureEn = {
  'side.red': 'Red',
  'side.black': 'Black',
  'side.white': 'White',
  'tool.name': 'Game',
  'tool.takeBack': 'Take back',
  'tool.hint': 'Hint',
  'tool.flip': 'Flip',
  'moves.first': 'First position',
  'moves.previous': 'Previous move',
  'moves.next': 'Next move',
  'moves.last': 'Last position',
};

export const pictureZhHans = {
  'side.red': '红方',
  'side.black': '黑方',
  'side.white': '白方',
  'tool.name': '对局',
  'tool.takeBack': '悔棋',
  'tool.hint': '提示',
  'tool.flip': '翻转',
  'moves.first': '最初局面',
  'moves.previous': '上一步',
  'moves.next': '下一步',
  'moves.last': '最后局面',
};
