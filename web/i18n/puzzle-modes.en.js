// @ts-check
// English words of the ways to train, which come when they are wanted.

export default {
  'puzzle.result.solved': 'solved',
  'puzzle.result.helped': 'with hints',
  'puzzle.result.failed': 'failed',
  'puzzle.progress.title': 'Your progress',
  'puzzle.progress.rating': 'Rating (Glicko-2)',
  'puzzle.progress.solved': 'Solved first try',
  'puzzle.progress.streak': 'Streak',
  'puzzle.progress.best': { one: 'best {count}', other: 'best {count}' },
  'puzzle.progress.days': 'Day streak',
  'puzzle.progress.coming': 'For review',
  'puzzle.progress.plot': {
    one: 'Rating over {count} puzzle: from {first} to {last}.',
    other: 'Rating over {count} puzzles: from {first} to {last}.',
  },
  'puzzle.progress.none': 'Nothing here yet. Solve your first puzzle!',
  'puzzle.progress.last': 'Recent puzzles',
  'puzzle.progress.col.when': 'Date',
  'puzzle.progress.col.puzzle': 'Puzzle',
  'puzzle.progress.col.result': 'Result',
  'puzzle.progress.col.rating': 'Rating',
  'puzzle.progress.import': 'Import progress',
  'puzzle.progress.imported': { one: '{count} puzzle imported.', other: '{count} puzzles imported.' },
  'puzzle.progress.unreadable': '{file} contains no puzzle progress: {reason}.',
  'puzzle.progress.note':
    'Your progress is stored in this browser only. Puzzles you fail come back after 1, 3, 7, 14 and 30 days.',
  'puzzle.runs.kind': 'Challenge',
  'puzzle.runs.count': 'Tries',
  'puzzle.runs.best': 'Best',
  'puzzle.runs.last': 'Last',
  'puzzle.runs.all': 'All',
  'puzzle.runs.solved': 'Solved',
  'puzzle.runs.mistakes': 'Mistakes',
  'puzzle.runs.recent': 'Recent challenges',
  'puzzle.modes.title': 'Ways to train',
  'puzzle.modes.game': 'Game',
  'puzzle.modes.runs': 'Challenges',
  'puzzle.modes.courses': 'Basic checkmates',
  'puzzle.modes.best': 'Best: {count}',
  'puzzle.modes.on': 'On',
  'puzzle.way.streak': 'Streak',
  'puzzle.way.streak.text': 'Each puzzle is harder. One mistake ends it.',
  'puzzle.way.rush3': '3-minute rush',
  'puzzle.way.rush3.text': 'Solve as many as you can. Three mistakes and it is over.',
  'puzzle.way.rush5': '5-minute rush',
  'puzzle.way.rush5.text': 'More time for the harder ones. Three mistakes and it is over.',
  'puzzle.way.survival': 'Survival',
  'puzzle.way.survival.text': 'No clock. Three mistakes and it is over.',
  'puzzle.way.blind': 'Blindfold',
  'puzzle.way.blind.text': 'Memorise the position, then solve it without seeing the pieces.',
  'puzzle.course.done': '{count} of {all} solved',
  'puzzle.votes.export': 'Export votes',
  'puzzle.run.solved': { one: '{count} solved', other: '{count} solved' },
  'puzzle.run.mistakes': 'Mistakes: {count} of {all}',
  'puzzle.run.over.time': 'Time is up.',
  'puzzle.run.over.mistakes': 'That was the last mistake.',
  'puzzle.run.over.stopped': 'You stopped.',
  'puzzle.run.over.exhausted': 'You have solved every puzzle there is!',
  'puzzle.run.result': 'Solved: {count}. Your best: {best}.',
  'puzzle.run.paused': 'The clock was stopped while the page was hidden.',
  'puzzle.run.halted': 'No puzzle could be loaded. Check your connection. The clock is stopped.',
  'puzzle.run.goOn': 'Continue',
  'puzzle.run.again': 'Again',
  'puzzle.run.close': 'Back to training',
  'puzzle.run.stop': 'End',
  'puzzle.course.faceToFaceMate':
    'The generals may not face each other: your own general guards a whole file.',
  'puzzle.course.ironBoltMate':
    'A cannon on the middle file pins the advisors, and a chariot or soldier mates beside them.',
  'puzzle.course.twoChariotMate':
    'Two chariots check in turn on neighbouring lines until the general has no point left.',
  'puzzle.course.horseCannonMate':
    'The horse stands two points from the general on one line; the cannon behind it gives mate.',
  'puzzle.course.doubleCannonMate':
    'Two cannons on one line: the front one is the screen, so there is nothing to put in between.',
  'puzzle.course.smotheredPalaceMate':
    'The general is shut in by his own advisors, and one of them is the cannon’s screen.',
  'puzzle.course.corralHorseMate':
    'A horse on the point before the corner of the palace checks and takes the general’s way out.',
  'puzzle.course.cornerHorseMate':
    'A horse on the upper corner of the palace checks the general in his home.',
  'puzzle.course.anglerHorseMate':
    'From the third rank the horse covers two points of the palace, and a chariot mates.',
  'puzzle.course.octagonHorseMate':
    'A horse on the corner opposite the general takes away its points; the next check mates.',
  'puzzle.course.heartThrustMate':
    'Give up a chariot or soldier in the middle of the palace to drag an advisor or the general away.',
  'puzzle.course.heavenEarthCannonMate':
    'One cannon holds the middle file, the other the back rank: the advisors cannot move.',
};
