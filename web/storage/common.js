// @ts-check
// The database and the settings, which every page of the site opens: one chunk, see game/common.js.

import './database.js';
import './settings.js';
import './site.js';
import './unreadable.js';
