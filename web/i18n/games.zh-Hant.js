// @ts-check
// 西洋棋、六子衝，以及換棋種所用的文字。

/** @type {import('./index.js').Translation<typeof import('./games.en.js').default>} */
export default {
  'app.chess.title': 'Cannonfish：下西洋棋',
  'app.liuzichong.title': 'Cannonfish：下六子衝',
  'game.xiangqi': '象棋',
  'game.chess': '西洋棋',
  'game.liuzichong': '六子衝',

  'piece.chess.white.k': '王',
  'piece.chess.white.q': '后',
  'piece.chess.white.r': '車',
  'piece.chess.white.b': '象',
  'piece.chess.white.n': '馬',
  'piece.chess.white.p': '兵',
  'piece.chess.black.k': '王',
  'piece.chess.black.q': '后',
  'piece.chess.black.r': '車',
  'piece.chess.black.b': '象',
  'piece.chess.black.n': '馬',
  'piece.chess.black.p': '兵',
  'piece.liuzichong.white.p': '子',
  'piece.liuzichong.black.p': '子',
  'piece.of.white': '白{man}',

  'level.liuzichong.1': '看兩步',
  'level.liuzichong.2': '看四步',
  'level.liuzichong.3': '看六步',
  'level.liuzichong.4': '看八步',
  'level.liuzichong.5': '完美',

  'score.wins': '{side} {moves} 回合內勝',
};
