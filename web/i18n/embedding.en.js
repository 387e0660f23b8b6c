// @ts-check
// The English text of the page about embedding.

export const embeddingEn = {
  title: 'A board on your page',
  lead: 'One line puts a Xiangqi board, a game to replay, an opponent or a puzzle into any page: a blog, course notes, GitHub Pages. No server, no account; nothing is asked of any other site.',
  try: 'Try it',
  options: 'Options',
  snippet: 'Copy this',
  element: 'Element',
  frame: 'Frame',
  copy: 'Copy',
  copied: 'Copied',
  usual: 'as usual',
  reset: 'Start over',
  kinds: {
    play: 'Play',
    view: 'Replay',
    puzzle: 'Puzzle',
  },
  about: {
    game: 'Which game',
    mode: 'Play against the engine, look at a position or game, or solve a puzzle',
    fen: 'The position to begin with. In an address spaces may be underscores',
    moves: 'Moves from there, in coordinates; in a puzzle the solution, the solver first',
    pgn: 'A game as text: PGN or DhtmlXQ. The engine is loaded to read it',
    ply: 'The position to show first, counted in moves; usually the last',
    puzzle: 'The id of one of our puzzles, or “daily”',
    color: 'Whose side the visitor plays; “both” for two people, or for your script',
    orientation: 'Whose side is below',
    level:
      'How strong the engine plays, from 1 for beginners to 12; in Liuzichong 1 to 5. Default: 1, in Liuzichong 2',
    movetime: 'Milliseconds that the engine thinks at most',
    clock:
      'Minutes for each side and seconds that every move brings, for mode play. They run from the first move on, and stand while the engine is loaded or sleeps',
    theme: 'Light or dark; usually as the visitor’s system',
    board: 'What the board is made of',
    pieces: 'Traditional or simplified characters, or symbols',
    bg: 'Background: a colour; by default transparent',
    coords: 'What stands along the edges',
    notation: 'How moves are written',
    lang: 'The language; usually the visitor’s',
    controls: 'The lines above and below the board',
    hints: 'Whether there is a button for hints',
    evals: 'Whether the engine’s score is shown',
    arrows: 'Arrows and rings to draw',
    id: 'Your name for the frame, told with each of its messages',
    origin: 'Your page’s origin: only it is listened to. The element fills it in',
  },
  sections: [
    {
      title: 'Where it works',
      text: [
        'The board is there at once and weighs little; Python and the engine (about 6.5 MB, then kept by the browser) come when a visitor first touches a board to play. Positions, games in coordinates and our own puzzles never need them.',
        'Any host will do, and any path: GitHub Pages under a project, a user page, a domain of your own. To have the files on your own site, copy the folder dist/ there and put its address in place of ours; nothing else changes. There a visitor can also go on without a network and reload; browsers do not allow that to frames of another site, which go on only until they are closed.',
      ],
    },
    {
      title: 'In a blog or a course page',
      text: [
        'For a position or game of your own, set it up on the play page and press “Export”, then “Embed”: there is the line to copy.',
        'The text of the element is its position or game, and is what readers see where scripts do not run. A board is as high as its width asks for; with the attribute “fixed” it fills the height that you give it. Where the script comes out of a bundle, the attribute “base” says where Cannonfish is.',
      ],
      code: `<script src="{base}embed/cannonfish-embed.js" defer></script>

<xiangqi-board mode="puzzle" fen="3k5/4R4/9/8p/9/9/9/9/9/R3K4 w" moves="a0a9"></xiangqi-board>

<xiangqi-board mode="view">
[Red "Red"]
[Black "Black"]

1. C2=5 H8+7 2. H2+3 R9=8 *
</xiangqi-board>`,
    },
    {
      title: 'Drive it from a script',
      text: [
        'Methods: move, undo, redo, flip, go, stop, hint, load, sleep; each answers with a promise. Properties: fen, moves, state. Events: ready, state, move, info, gameover, solved, failed, error. Types are in embed/cannonfish-embed.d.ts.',
      ],
      code: `const board = document.querySelector('xiangqi-board');
board.addEventListener('move', ({ detail }) => console.log(detail.by, detail.move));
board.addEventListener('solved', ({ detail }) => console.log('solved', detail.puzzle));
await board.load({ fen: '3k5/4R4/9/8p/9/9/9/9/9/R3K4 w', level: 9 });
const { bestmove } = await board.go({ depth: 8 });`,
    },
    {
      title: 'The messages underneath',
      text: [
        'A plain frame can be talked to with postMessage. Give it your origin in its address; messages of any other origin or window are ignored, and so is code: there is no message that runs any.',
        'To the frame: get, set (the options above), move, undo, redo, flip, go, stop, hint, sleep. From it: ready, state, move, info, bestmove, gameover, puzzle, resize, error. What you ask carries an id of yours and is answered once with the same id; news has the id null. A version that a frame does not speak is answered with unsupported_version.',
      ],
      code: `frame.contentWindow.postMessage({ ns: 'cannonfish', v: 1, id: 1, type: 'move', move: 'h2e2' }, '{origin}');

addEventListener('message', ({ data, origin, source }) => {
  if (origin !== '{origin}' || source !== frame.contentWindow || data.ns !== 'cannonfish') return;
  if (data.id === 1) console.log(data.type, data.state?.fen ?? data.code);
});`,
    },
    {
      title: 'The engine alone',
      text: [
        'For programs there is a module with promises, without a board. From another origin it starts the worker through one of your own. Types are in embed/cannonfish.d.ts.',
        'The folder dist/ is the npm package “cannonfish”, the engine with it: “npm install path/to/dist”, then import node_modules/cannonfish/embed/cannonfish.js, or “cannonfish” by an import map. Where a bundler moves the module, say where the folder is served: load({ base }).',
        'The wheel in python/ runs in any Pyodide, in JupyterLite, and with pip on a terminal, where “cannonfish” then speaks UCI and UCCI.',
      ],
      code: `import { load } from '{base}embed/cannonfish.js';

const engine = await load();
const { bestmove, info } = await engine.go({ moves: ['h2e2'], limits: { level: 10 } });
console.log(bestmove, info.score);`,
    },
    {
      title: 'If your page has a Content-Security-Policy',
      text: [
        'The element needs script-src and frame-src to name our origin: the first line. The engine alone needs the second: worker-src with blob: and our origin, connect-src with it, and ‘wasm-unsafe-eval’. Our own pages carry a strict policy of their own: nothing from anywhere else, no inline scripts, no markup from text.',
        'If you serve the files yourself and may set headers, send the same policy as a header with frame-ancestors naming who may embed you, X-Content-Type-Options: nosniff, and Referrer-Policy: no-referrer.',
      ],
      code: `Content-Security-Policy: script-src 'self' {origin}; frame-src {origin}

Content-Security-Policy: script-src 'self' {origin} 'wasm-unsafe-eval'; worker-src blob: {origin}; connect-src 'self' {origin}`,
    },
    {
      title: 'Licences',
      text: [
        'What your page loads, embed/, is MIT; so is the engine. The board inside the frame is GPL-3.0-or-later; a frame does not make your page part of it. Every text is in licences/.',
      ],
      link: { href: 'licences/index.html', text: 'All licences' },
    },
  ],
};
