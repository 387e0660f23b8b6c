// The game modules that every page and every frame needs. Their scripts, also those loaded late, import this
// file, so that the bundler makes one chunk of it instead of one for each set of scripts that share modules.

import '../board/edges.js';
import '../board/geometry.js';
import '../engine/load.js';
import './address.js';
import './record.js';
import './game.js';
import './games.js';
import './notations.js';
import '../shell/settings.js';
import './start-views.js';
import './tree.js';
