// The words that a frame needs before all others: what the players are called, and what its buttons do.

export default {
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
