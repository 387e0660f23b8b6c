// What every page with a game shows or asks, as one chunk for pages and their late modules: see game/common.js.

import '../board/board.js';
import '../engine/client.js';
import '../game/session.js';
import './app.js';
import './basics.js';
import './board-view.js';
import './clipboard.js';
import './drop-and-paste.js';
import './entry.js';
import './late.js';
import './moves.js';
import './phrases.js';
import './piece-sets.js';
import './speech.js';
import './tools.js';
import './view.js';
