// @ts-check
// Vietnamese words of chess, Liuzichong, and the choice between the games.

/** @type {import('./index.js').Translation<typeof import('./games.en.js').default>} */
export default {
  'app.chess.title': 'Cannonfish: chơi cờ vua',
  'app.liuzichong.title': 'Cannonfish: chơi Lục tử xung',
  'game.xiangqi': 'Cờ tướng',
  'game.chess': 'Cờ vua',
  'game.liuzichong': 'Lục tử xung',

  'piece.chess.white.k': 'Vua',
  'piece.chess.white.q': 'Hậu',
  'piece.chess.white.r': 'Xe',
  'piece.chess.white.b': 'Tượng',
  'piece.chess.white.n': 'Mã',
  'piece.chess.white.p': 'Tốt',
  'piece.chess.black.k': 'Vua',
  'piece.chess.black.q': 'Hậu',
  'piece.chess.black.r': 'Xe',
  'piece.chess.black.b': 'Tượng',
  'piece.chess.black.n': 'Mã',
  'piece.chess.black.p': 'Tốt',
  'piece.liuzichong.white.p': 'Quân',
  'piece.liuzichong.black.p': 'Quân',
  'piece.of.white': '{man} Trắng',

  'level.liuzichong.1': 'tính hai nước',
  'level.liuzichong.2': 'tính bốn nước',
  'level.liuzichong.3': 'tính sáu nước',
  'level.liuzichong.4': 'tính tám nước',
  'level.liuzichong.5': 'hoàn hảo',

  'score.wins': '{side} thắng sau {moves} nước',
};
