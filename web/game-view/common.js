// What every page with a game shows or asks, as one chunk for pages and their late modules: see game/common.js.

import '../board/board.js';
import '../engine/client.js';
import '../game/session.js';
import './app.js';
import '../shell/basics.js';
import './board-view.js';
import '../ui/copy-button.js';
import '../ui/drop-and-paste.js';
import './move-field.js';
import '../shell/late.js';
import './move-list.js';
import './piece-words.js';
import './set-choice.js';
import '../shell/live-region.js';
import './keys.js';
import '../ui/view.js';
