// Runs before the first paint of a frame, so that one asked for dark does not begin bright. A plain script, because
// modules wait for the document; embed-options.js reads these options again, with all the others.

(() => {
  const query = new URLSearchParams(location.search);
  const root = document.documentElement;
  const theme = query.get('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const board = query.get('board');
  if (board && board !== 'wood') root.dataset.board = board; // one that does not exist changes nothing
  const bg = query.get('bg') ?? '';
  if (/^#?([\da-f]{3}|[\da-f]{6})$/i.test(bg)) root.style.setProperty('--bg', `#${bg.replace('#', '')}`);
  if (/^(0|false)$/.test(query.get('controls') ?? '')) root.dataset.controls = 'none';
})();
