// The English text of the page about embedding.

export default {
  title: 'Embed a board',
  lead: 'Add a Xiangqi board, a game to replay, an opponent or a puzzle to any web page with one line: a blog, course notes, GitHub Pages. No server, no account, no requests to other sites.',
  own: {
    title: 'Your own game or position',
    text: 'Play it, paste it or set it up on the play page, then press “Export” and “Embed”: the code is ready to copy.',
    link: 'Go to the play page',
  },
  try: 'Preview',
  options: 'Options',
  snippet: 'Code to copy',
  element: 'Element',
  frame: 'iframe',
  copy: 'Copy',
  copied: 'Copied',
  usual: 'default',
  kinds: {
    play: 'Play',
    view: 'Replay',
    puzzle: 'Puzzle',
  },
  about: {
    game: 'The game',
    mode: 'Play against the engine, view a position or game, or solve a puzzle',
    fen: 'Starting position (FEN). In URLs, spaces may be written as underscores',
    moves:
      'Moves from that position, in coordinates; for a puzzle, the solution, starting with the solver’s move',
    pgn: 'A game as PGN or DhtmlXQ. Reading it loads the engine',
    ply: 'How many moves in to start the display. Default: the last position',
    puzzle: 'The id of one of our puzzles, or “daily”',
    color: 'The visitor’s side; “both” for two players or for your script',
    orientation: 'The side at the bottom',
    level: 'Engine strength, from 1 (beginner) to 12; 1 to 5 in Liuzichong. Default: 1; 2 in Liuzichong',
    movetime: 'Maximum thinking time per move, in milliseconds',
    clock:
      'Minutes per side plus increment in seconds (5+3) or byo-yomi (10+30b), for play mode. The clock starts with the first move and pauses while the engine loads or sleeps',
    theme: 'Light or dark. Default: the visitor’s system setting',
    board: 'Board design',
    pieces: 'Traditional characters, simplified characters, symbols or letters',
    bg: 'Background colour. Default: transparent',
    coords: 'Labels along the edges',
    notation: 'Move notation',
    lang: 'Language. Default: the visitor’s',
    controls: 'The bars above and below the board',
    hints: 'Show a hint button',
    evals: 'Show the engine’s evaluation',
    arrows: 'Arrows and circles to draw',
    id: 'Your name for the frame, included in all its messages',
    origin:
      'Your page’s origin, where your page hides it from frames; messages from anywhere else are ignored',
  },
  sections: [
    {
      title: 'Where it works',
      text: [
        'The board is small and appears at once. Python and the engine (nearly 7 MB, then cached by the browser) load when a visitor taps or clicks the board to play. Positions, Xiangqi games given in coordinates and our own puzzles are shown without them.',
        'Any host and any path will do: a GitHub project page, a user page or your own domain. To host the files yourself, copy the dist/ folder to your site and use its address instead of ours; nothing else changes. If your page can be reloaded while offline, so can the boards on it, provided they come from your own site and the visitor has opened a Cannonfish page there before. Browsers do not allow this for frames from another site: those keep working offline only until they are closed.',
      ],
    },
    {
      title: 'In a blog or course page',
      text: [
        'To embed a lesson about engines, open it and copy the code at its end: it runs, and is checked, within your page.',
        'The text inside the element is its position or game, and it is what readers see where scripts do not run. The height of the board follows from its width; with the “fixed” attribute it fills the height you give it. If the script is part of a bundle, use the “base” attribute to say where Cannonfish is hosted.',
      ],
      code: `<script src="{base}embed/cannonfish-embed.js" defer></script>

<xiangqi-board mode="puzzle" fen="3k5/4R4/9/8p/9/9/9/9/9/R3K4 w" moves="a0a9"></xiangqi-board>

<xiangqi-board mode="view" ply="0">
[Red "Red"]
[Black "Black"]

1. C2=5 H8+7 2. H2+3 R9=8 *
</xiangqi-board>`,
    },
    {
      title: 'Control it from a script',
      text: [
        'Methods: move, undo, redo, flip, go, stop, hint, load, sleep; each returns a promise. Properties: fen, moves, state. Events: ready, state, move, info, gameover, solved, failed, error. TypeScript types: embed/cannonfish-embed.d.ts.',
      ],
      code: `const board = document.querySelector('xiangqi-board');
board.addEventListener('move', ({ detail }) => console.log(detail.by, detail.move));
board.addEventListener('solved', ({ detail }) => console.log('solved', detail.puzzle));
await board.load({ fen: '3k5/4R4/9/8p/9/9/9/9/9/R3K4 w', level: 9 });
const { bestmove } = await board.go({ depth: 8 });`,
    },
    {
      title: 'The message API',
      text: [
        'You can talk to a plain iframe with postMessage. It listens to the page around it only; messages from any other origin or window are ignored. Where your page hides its address (Referrer-Policy: no-referrer), name it: embed.html?origin=https://your.site No message can run code.',
        'To the frame: get, set (the options above), move, undo, redo, flip, go, stop, hint, sleep. From it: ready, state, move, info, bestmove, gameover, puzzle, resize, error. Each request carries an id of your choice and gets one answer with the same id; during go, info messages with that id come first. Messages that the frame sends unasked have the id null. If the answer to set has reloads: true, wait for the next ready before you send anything else. Requests are carried out in the order they arrive; a search (go, hint) only has to begin before the next one is, so stop can end it. A request with a type or field that does not exist is refused by name: unknown_type, unknown_field. Unknown protocol versions are answered with unsupported_version.',
      ],
      code: `frame.contentWindow.postMessage({ ns: 'cannonfish', v: 1, id: 1, type: 'move', move: 'h2e2' }, '{origin}');
frame.contentWindow.postMessage({ ns: 'cannonfish', v: 1, id: 2, type: 'go', limits: { depth: 8 } }, '{origin}');

addEventListener('message', ({ data, origin, source }) => {
  if (origin !== '{origin}' || source !== frame.contentWindow || data.ns !== 'cannonfish') return;
  if (data.id === 1) console.log(data.type, data.state?.fen ?? data.code);
  if (data.id === 2 && data.type === 'bestmove') console.log(data.bestmove);
});`,
    },
    {
      title: 'The engine without a board',
      text: [
        'For programs there is a promise-based module without a board. On another origin it starts its worker through a worker of your own. TypeScript types: embed/cannonfish.d.ts.',
        'The dist/ folder is the npm package “cannonfish”, engine included: run “npm install path/to/dist”, then import node_modules/cannonfish/embed/cannonfish.js, or “cannonfish” through an import map. If a bundler moves the module, say where the folder is served: load({ base }).',
        'The wheel in python/ runs in any Pyodide and in JupyterLite. Installed with pip, the command “cannonfish” speaks UCI and UCCI.',
      ],
      code: `import { load } from '{base}embed/cannonfish.js';

const engine = await load();
const { bestmove, info } = await engine.go({ moves: ['h2e2'], limits: { level: 10 } });
console.log(bestmove, info.score);`,
    },
    {
      title: 'If your page has a Content-Security-Policy',
      text: [
        "The element needs our origin in script-src and frame-src (first line). The engine without a board needs the second line: blob: and our origin in worker-src, our origin in connect-src, and 'wasm-unsafe-eval'. Our own pages have a strict policy: nothing from other origins, no inline script except one that is allowed by its hash, and no HTML built from text.",
        'If you host the files yourself and can set headers, send the same policy as a header, with frame-ancestors listing who may embed you, plus X-Content-Type-Options: nosniff and Referrer-Policy: no-referrer.',
      ],
      code: `Content-Security-Policy: script-src 'self' {origin}; frame-src {origin}

Content-Security-Policy: script-src 'self' {origin} 'wasm-unsafe-eval'; worker-src blob: {origin}; connect-src 'self' {origin}`,
    },
    {
      title: 'Licences',
      text: [
        'The scripts your page loads (embed/) are MIT-licensed, and so is the engine. The board inside the frame is GPL-3.0-or-later; embedding a frame does not make your page part of it. All licence texts are in licences/.',
      ],
      link: { href: 'licences/index.html', text: 'All licences' },
    },
  ],
};
