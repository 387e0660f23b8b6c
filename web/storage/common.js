// The storage modules that every page opens, as one chunk: see game/common.js.

import './database.js';
import './games.js';
import '../shell/kept-settings.js';
import './set-aside.js';
