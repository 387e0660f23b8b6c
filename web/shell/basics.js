// What every page of the site shows, with or without a game: one chunk, see game/common.js.

import '../game/common.js';
import '../ui/words.js';
import '../ui/buttons.js';
import './header.js';
import '../ui/site.js';
import './theme.js';
import './unloaded.js';
