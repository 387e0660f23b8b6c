// @ts-check
// English words of the embedded frame, which the other pages do not need.

export const frameEn = {
  'frame.title.xiangqi': 'Xiangqi board',
  'frame.title.chess': 'Chess board',
  'frame.title.liuzichong': 'Liuzichong board',
  'frame.picture': '{title}. {text}',
  'frame.coming': 'Loading …',
  'frame.press': 'Press to start',
  'frame.loading': 'Preparing the engine, {percent} %',
  'frame.reading': 'Reading the game …',
  'frame.yourMove': '{side} · your move',
  'frame.toMove': '{side} to move',
  'frame.thinking': '{side} · thinking …',
  'frame.ply': '{ply} / {last}',
  'frame.start': 'Start',
  'frame.again': 'Again',
  'frame.open': 'Open in Cannonfish',
  'frame.clock': 'Clock of {side}: {time}',
  'outcome.time': '{winner} wins: {loser} ran out of time.',
  'outcome.time.law': 'Take back returns to the game.',
  'frame.fault.fen': 'This position cannot be shown',
  'frame.fault.pgn': 'This game cannot be read',
  'frame.fault.moves': 'These moves cannot be played',
  'frame.fault.option': 'Not understood in the address',
  'frame.fault.option.text': '{option}={value} (possible: {allowed})',
  'frame.fault.engine': 'The engine does not run here',
  'frame.fault.puzzle': 'There is no such puzzle',
};

/** @typedef {keyof typeof frameEn} FrameKey */
