// @ts-check
// The database, the settings and the game at hand, which pages open: one chunk, see game/common.js.

import './database.js';
import './games.js';
import './settings.js';
import './site.js';
import './unreadable.js';
