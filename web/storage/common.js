// The storage modules that every page opens, as one chunk: see game/common.js.

import './database.js';
import './games.js';
import './settings.js';
import './unreadable.js';
