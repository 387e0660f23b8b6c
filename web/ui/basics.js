// What every page of the site shows, with or without a game: one chunk, see game/common.js.

import '../game/common.js';
import './words.js';
import './buttons.js';
import './header.js';
import './page.js';
import './theme.js';
import './unloaded.js';
