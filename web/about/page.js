// The page about the site. Its version numbers come from files that the build has written.

import { useWithoutNetwork } from '../shell/offline.js';
import { dressSitePage, SitePage } from '../shell/text-page.js';
import { fetchJson } from '../ui/load.js';
import { byId, mount } from '../ui/view.js';
import { aboutView } from './view.js';

const site = new URL('../', import.meta.url);
const page = await SitePage.open();
dressSitePage(page, 'about.page');
mount(byId('about'), aboutView(page, await versions()));
useWithoutNetwork(page, site, ['about']);
document.getElementById(location.hash.slice(1))?.scrollIntoView();

/** @returns {Promise<import('./view.js').Versions>} */
async function versions() {
  const [build, lock] = await Promise.all([read('data/build.json'), read('pyodide/pyodide-lock.json')]);
  const wheel = build?.files.find((/** @type {{ path: string }} */ { path }) =>
    path.startsWith('python/'),
  )?.path;
  return {
    site: build?.version,
    engine: wheel?.split('-')[1],
    wheel,
    python: lock?.info.python,
    pyodide: build?.pyodide,
  };
}

/** @param {string} path @returns {Promise<any>} null if it cannot be loaded */
function read(path) {
  return fetchJson(new URL(path, site)).catch(() => null);
}
