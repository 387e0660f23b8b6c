// @ts-check
// What every page and every frame asks about games. Their scripts, and those that come late, import it, so that the
// bundler puts all of it into one chunk instead of one for each set of scripts that use the same parts.

import '../board/edges.js';
import '../board/geometry.js';
import './address.js';
import './game-record.js';
import './game.js';
import './games.js';
import './languages.js';
import './settings.js';
import './start-views.js';
import './tree.js';
