// @ts-check
// 国际象棋、六子冲，以及换棋种所用的文字。

/** @type {import('./index.js').Translation<typeof import('./games.en.js').default>} */
export default {
  'app.chess.title': 'Cannonfish：下国际象棋',
  'app.liuzichong.title': 'Cannonfish：下六子冲',
  'game.xiangqi': '象棋',
  'game.chess': '国际象棋',
  'game.liuzichong': '六子冲',

  'piece.chess.white.k': '王',
  'piece.chess.white.q': '后',
  'piece.chess.white.r': '车',
  'piece.chess.white.b': '象',
  'piece.chess.white.n': '马',
  'piece.chess.white.p': '兵',
  'piece.chess.black.k': '王',
  'piece.chess.black.q': '后',
  'piece.chess.black.r': '车',
  'piece.chess.black.b': '象',
  'piece.chess.black.n': '马',
  'piece.chess.black.p': '兵',
  'piece.liuzichong.white.p': '子',
  'piece.liuzichong.black.p': '子',
  'piece.of.white': '白{man}',

  'level.liuzichong.1': '看两步',
  'level.liuzichong.2': '看四步',
  'level.liuzichong.3': '看六步',
  'level.liuzichong.4': '看八步',
  'level.liuzichong.5': '完美',

  'score.wins': '{side} {moves} 回合内胜',
};
