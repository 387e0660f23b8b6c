// English words of "How the pieces move". A step of web/lessons/topics.json has a text by its name; a task also
// has what is said when it is done.

export default {
  'lesson.page': 'Cannonfish: how the pieces move',
  'lesson.title': 'How the pieces move',
  'lesson.topics': 'Topics',
  'lesson.step': 'Step {number} of {total}',
  'lesson.back': 'Back',
  'lesson.next': 'Next',
  'lesson.again': 'Start over',
  'lesson.watch': 'Watch it again',
  'lesson.first': 'Play your first game',
  'lesson.first.note': 'Against the easiest level. Every move can be taken back.',
  'lesson.more': 'See how it moves',
  'lesson.tap': 'Tap a piece: its moves light up.',
  'lesson.walk': 'Tap the piece, then a marked point.',
  'lesson.turn': 'Your turn.',
  'lesson.wrong': 'Not quite. Try another move.',
  'lesson.done': 'done',

  'lesson.topic.board': 'The board',
  'lesson.topic.chariot': 'Chariot',
  'lesson.topic.horse': 'Horse',
  'lesson.topic.cannon': 'Cannon',
  'lesson.topic.soldier': 'Soldier',
  'lesson.topic.elephant': 'Elephant',
  'lesson.topic.advisor': 'Advisor',
  'lesson.topic.general': 'General',
  'lesson.topic.facing': 'Facing generals',
  'lesson.topic.check': 'Check and mate',
  'lesson.topic.stalemate': 'Stalemate',
  'lesson.topic.repetition': 'Repetition',
  'lesson.topic.stones': 'Stones',
  'lesson.topic.taking': 'Two take one',
  'lesson.topic.shut-in': 'Shut in',
  'lesson.topic.chess': 'Chess in short',

  'lesson.board.text':
    'Pieces stand where the lines cross. Red moves first, and you win by trapping the enemy general. Tap any red piece to see its moves.',
  'lesson.river.text':
    'The band across the middle is the river. Soldiers that have crossed it may also step sideways; elephants never cross. Cross with the soldier and take the cannon in two moves.',
  'lesson.river.solved': 'Over the river, one step sideways, and the cannon is yours.',
  'lesson.palace.text':
    'The two squares with diagonals are the palaces. A general and its two advisors never leave theirs. Tap each of the three.',
  'lesson.chariot.text':
    'The chariot moves along the lines, as far as it likes, but not past other pieces. It captures by moving onto an enemy piece, as almost all pieces do. Drive it around.',
  'lesson.chariot-try.text': 'Take the cannon and the horse with the chariot, in two moves.',
  'lesson.chariot-try.solved': 'Two moves, two captures. The chariot is the strongest piece.',
  'lesson.horse.text':
    'The horse goes one point along a line and then one point diagonally, away from where it started. Ride around.',
  'lesson.horse-leg.text':
    'The horse does not jump. A piece directly next to it “hobbles its leg”: the two moves on that side are closed. Tap the horse.',
  'lesson.horse-try.text': 'The soldier hobbles the horse. Go around and take the chariot in two moves.',
  'lesson.horse-try.solved': 'Around the soldier, and the chariot is gone.',
  'lesson.cannon.text':
    'The cannon moves like the chariot. To capture, it must jump over exactly one piece of either side, the “screen”. Tap the cannon.',
  'lesson.cannon-try.text':
    'Capture the chariot with the cannon. First look for a line with a screen; it takes two moves.',
  'lesson.cannon-try.solved': 'Over the soldier and onto the chariot: that is how a cannon captures.',
  'lesson.soldier.text':
    'The soldier goes one point forward. Once across the river it may step sideways, too. It never goes back. March on.',
  'lesson.soldier-try.text': 'Bring the soldier over the river and take the cannon, in four moves.',
  'lesson.soldier-try.solved': 'Well marched. A soldier across the river is worth two at home.',
  'lesson.elephant.text':
    'The elephant goes exactly two points diagonally and stays on its own side of the river. A piece on the point in between blocks its “eye”. Tap both elephants.',
  'lesson.elephant-try.text':
    'The horse blocks the direct way. Take the cannon with the elephant in three moves.',
  'lesson.elephant-try.solved': 'Elephants need time, but they get there.',
  'lesson.advisor.text':
    'The advisor goes one point along the diagonals of the palace. Those five points are its whole world. Move it around.',
  'lesson.advisor-try.text': 'A soldier has come into the palace. Take it with the advisor in two moves.',
  'lesson.advisor-try.solved': 'The palace is safe again.',
  'lesson.general.text':
    'The general goes one point along a line and never leaves the palace. Walk around in it.',
  'lesson.general-safe.text': 'The general may not step where an enemy piece attacks. Tap it.',
  'lesson.general-try.text':
    'Take the soldier with the general in two moves. Even on the last row, the soldier attacks sideways.',
  'lesson.general-try.solved': 'Generals can fight, too, as long as they stay safe.',
  'lesson.facing.text':
    'The two generals may never face each other along a line with nothing in between. Tap the red general.',
  'lesson.facing-shield.text': 'So a piece that stands alone between them cannot step aside. Tap the cannon.',
  'lesson.facing-try.text':
    'A general guards its whole line from afar. Use that: give checkmate in one move.',
  'lesson.facing-try.solved':
    'The chariot attacks, and your general keeps the black one from stepping to the middle. Checkmate.',
  'lesson.check.text':
    'A general under attack is in check, and the check must be answered at once: move away, put a piece in between, or capture the attacker. Find all three.',
  'lesson.mate-try.text': 'A check without an answer is checkmate and wins the game. Give mate in one move.',
  'lesson.mate-try.solved':
    'One chariot attacks along the last row, the other guards the row before. Checkmate.',
  'lesson.cannons-try.text': 'Give mate in one move: one cannon can be the screen of the other.',
  'lesson.cannons-try.solved':
    'The rear cannon gives check over the front one. An advisor that steps in front of the general only becomes a screen for the front cannon. Checkmate.',
  'lesson.stalemate-try.text':
    'A side that has no legal move has lost, even when it is not in check. (In chess that is a draw.) Leave Black without a move.',
  'lesson.stalemate-try.solved': 'Black is not in check but cannot move. That is stalemate, and Red has won.',
  'lesson.repetition-try.text':
    'When a position comes up for the third time, a side that forced it by check after check, or by chasing one piece, loses; otherwise the game is drawn. Red has been checking to and fro: play something else.',
  'lesson.repetition-try.solved': 'The circle is broken, and the game goes on.',
  'lesson.repetition-try.wrong':
    'Not that one: either it is the same check a third time, which loses, or the general takes the chariot.',

  'lesson.stones.text':
    'Six stones each on sixteen points. White begins. A move is one step along a line to an empty point. Tap a white stone.',
  'lesson.stones-try.text':
    'Stones block each other, and nobody may pass. Find the only move that White has.',
  'lesson.stones-try.solved': 'All the other stones are blocked.',
  'lesson.taking.text':
    'Two take one: move a stone so that two of yours stand side by side on a line, with one enemy stone next to them and the last point of the line empty. Take a stone.',
  'lesson.taking.solved': 'Two against one, and nothing behind it: the stone is taken.',
  'lesson.taking-one.text':
    'The line must be exactly so. Three of yours take nothing, two enemies are safe, and the stone that moved must be one of the pair. Find the only move that takes a stone.',
  'lesson.taking-one.solved': 'Two white stones, one black stone, one empty point.',
  'lesson.taking-two.text': 'Row and column count at once. Take two stones with one move.',
  'lesson.taking-two.solved': 'One along the row, one along the column.',
  'lesson.shut-in-try.text': 'A side that cannot move has lost. Shut Black in with one move.',
  'lesson.shut-in-try.solved':
    'Black still has stones, but no move. You win! Played perfectly by both sides, the game is a draw: it has been solved.',

  'lesson.chess.text':
    'In chess the pieces stand in the squares and capture by moving onto an enemy piece. Tap each white piece.',
  'lesson.chess-special.text':
    'Three special moves. Castling: the king goes two squares towards a rook. Promotion: a pawn on the last row becomes a queen. En passant: a pawn takes one that has just run past it. Try them.',
  'lesson.chess-try.text':
    'Checkmate wins, as in Xiangqi; a side that is not in check and cannot move has drawn. Give mate in one move.',
  'lesson.chess-try.solved': 'The pawns that should protect the king lock it in. Checkmate.',

  'lesson.why.leg': 'Each ringed piece hobbles the horse: the two crossed points behind it are closed.',
  'lesson.why.screen': 'Ringed pieces are screens: the cannon captures what stands behind one.',
  'lesson.why.noscreen': 'The horse has no screen in front of it,',
  'lesson.why.two': 'the chariot at the edge has two pieces: one too many.',
  'lesson.why.eye': 'The ringed piece blocks the eye of the elephant: the crossed point is closed.',
  'lesson.why.river': 'The crossed points lie beyond the river, where no elephant goes.',
  'lesson.why.attacked': 'A ringed piece attacks the crossed point, so the general must not go there.',
  'lesson.why.facing': 'On the crossed point it would face the black general.',
  'lesson.why.shield': 'If the cannon left the line, the generals would face each other.',

  'lesson.name.xiangqi.k': 'General: one point along a line, inside the palace.',
  'lesson.name.xiangqi.a': 'Advisor: one point diagonally, inside the palace.',
  'lesson.name.xiangqi.b': 'Elephant: two points diagonally, on its own side of the river.',
  'lesson.name.xiangqi.n': 'Horse: one point along a line, then one diagonally.',
  'lesson.name.xiangqi.r': 'Chariot: any distance along a line.',
  'lesson.name.xiangqi.c': 'Cannon: like the chariot, but it captures by jumping.',
  'lesson.name.xiangqi.p': 'Soldier: one point forward, and sideways across the river.',
  'lesson.name.chess.k': 'King: one square in any direction, never onto an attacked one.',
  'lesson.name.chess.q': 'Queen: any distance, straight or diagonally.',
  'lesson.name.chess.r': 'Rook: any distance, straight.',
  'lesson.name.chess.b': 'Bishop: any distance, diagonally.',
  'lesson.name.chess.n': 'Knight: two squares straight and one aside, over anything.',
  'lesson.name.chess.p':
    'Pawn: one square forward, from its first place two; it captures diagonally forward.',
};
