// @ts-check
// What every page of the app shows or asks. Pages and what they load late import it, so that the bundler puts all of
// it into one chunk instead of one for each set of modules that use the same parts.

import '../board/board.js';
import '../engine/client.js';
import '../engine/offline.js';
import '../game/address.js';
import '../game/game-record.js';
import '../game/settings.js';
import './app.js';
import './board-view.js';
import './clipboard.js';
import './dialog.js';
import './drop-and-paste.js';
import './explanation.js';
import './header.js';
import './hint-panel.js';
import './late.js';
import './theme.js';
import './moves.js';
import './notices.js';
import './phrases.js';
import './speech.js';
import './tools.js';
import './view.js';
import './without-network.js';
