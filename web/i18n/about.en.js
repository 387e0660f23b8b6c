// English words of the page about the site, and of the foot of pages without a game.

export default {
  'nav.embedding': 'Boards for your page',
  'nav.licences': 'Licences',
  'about.page': 'About Cannonfish',
  'about.skip': 'Skip to the text',
  'about.title': 'About Cannonfish',
  'about.lead':
    'Play Xiangqi, Liuzichong and chess against an engine that runs in your browser, online and offline.',
  'about.how': 'How it works',
  'about.how.text':
    'The rules and the engine are a Python program. Your browser runs it with Pyodide, in the background, and a small compiler written in Python turns the board, move generation, evaluation and search into WebAssembly. The page itself only draws: it asks the Python rules which moves are legal.',
  'about.versions': 'Versions',
  'about.version.engine': 'Engine',
  'about.version.site': 'Build of this site',
  'about.version.python': 'Python',
  'about.version.pyodide': 'Pyodide',
  'about.version.unknown': 'not known without a network',
  'about.keys': 'Keyboard and mouse',
  'about.key': 'Key',
  'about.action': 'What it does',
  'about.keys.board': 'On the board',
  'about.keys.page': 'Elsewhere on the page',
  'about.keys.arrows': 'Go to the next point',
  'about.keys.homeEnd': 'First, last point of the row; with Ctrl the corners',
  'about.keys.pages': 'First, last point of the column',
  'about.keys.enter': 'Pick a piece up, put it down',
  'about.keys.escape': 'Put the piece back, cancel a premove',
  'about.keys.step': 'Previous, next move of the game',
  'about.keys.ends':
    'First, last position (with the focus in the move list or on a button); on the analysis board, ↑ and ↓ go to another variation',
  'about.keys.undo': 'Take back; on the analysis board, undo the last edit',
  'about.keys.redo': 'Play the move again; on the analysis board, redo the edit',
  'about.keys.space': 'Space',
  'about.keys.mouse': 'With the mouse on the board',
  'about.keys.rightDrag': 'Right-drag',
  'about.keys.rightClick': 'Right click',
  'about.keys.draw': 'Draw an arrow, a circle; a click on an empty point removes them',
  'about.keys.colours': 'Draw in another colour',
  'about.privacy': 'Privacy',
  'about.privacy.text':
    'Nothing leaves your device. There is no account, no cookie, no tracking and no other server: games, puzzles and settings are kept by your browser, and clearing its data for this site deletes them.',
  'about.licence': 'Licences and source',
  'about.licence.text':
    'Cannonfish is free software. The engine is under the MIT licence; the page, because of the board it uses, is under the GNU General Public License, version 3 or later.',
  'about.licence.all': 'All licences, and the works of others in this site',
  'about.licence.engine': 'The engine with its source, as a Python package',
};
