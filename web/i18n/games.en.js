// @ts-check
// English words of chess, Liuzichong, and the choice between the games.

export default {
  'app.chess.title': 'Cannonfish: play chess',
  'app.liuzichong.title': 'Cannonfish: play Liuzichong',
  'game.xiangqi': 'Xiangqi',
  'game.chess': 'Chess',
  'game.liuzichong': 'Liuzichong',

  'piece.chess.white.k': 'king',
  'piece.chess.white.q': 'queen',
  'piece.chess.white.r': 'rook',
  'piece.chess.white.b': 'bishop',
  'piece.chess.white.n': 'knight',
  'piece.chess.white.p': 'pawn',
  'piece.chess.black.k': 'king',
  'piece.chess.black.q': 'queen',
  'piece.chess.black.r': 'rook',
  'piece.chess.black.b': 'bishop',
  'piece.chess.black.n': 'knight',
  'piece.chess.black.p': 'pawn',
  'piece.liuzichong.white.p': 'stone',
  'piece.liuzichong.black.p': 'stone',
  'piece.of.white': 'white {man}',

  'level.liuzichong.1': 'two moves ahead',
  'level.liuzichong.2': 'four moves ahead',
  'level.liuzichong.3': 'six moves ahead',
  'level.liuzichong.4': 'eight moves ahead',
  'level.liuzichong.5': 'perfect',

  'score.wins': '{side} wins in {moves}',
};
