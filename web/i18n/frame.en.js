// @ts-check
// English words of the embedded frame, which the other pages do not need.

export default {
  'frame.title.xiangqi': 'Xiangqi board',
  'frame.title.chess': 'Chess board',
  'frame.title.liuzichong': 'Liuzichong board',
  'frame.picture': '{title}. {text}',
  'frame.coming': 'Loading…',
  'frame.press': 'Press to start',
  'frame.loading': 'Loading the engine, {percent}%',
  'frame.reading': 'Reading the game…',
  'frame.yourMove': '{side} · your move',
  'frame.toMove': '{side} to move',
  'frame.thinking': '{side} · thinking…',
  'frame.ply': '{ply} / {last}',
  'frame.start': 'Start',
  'frame.again': 'Play again',
  'frame.open': 'Open in Cannonfish',
  'frame.fault.fen': 'This position can’t be shown',
  'frame.fault.pgn': 'This game can’t be read',
  'frame.fault.moves': 'These moves are not legal',
  'frame.fault.option': 'Invalid option in the address',
  'frame.fault.option.text': '{option}={value} (possible: {allowed})',
  'frame.fault.engine': 'The engine can’t run here',
  'frame.fault.puzzle': 'Puzzle not found',
};
