// Bundle the scripts of the site with rolldown: esbuild cannot say which modules share a file.
//   node bundle.mjs '{"web": FOLDER, "pages": [NAME...], "alone": [NAME...], "folder": TARGET, "packages": FOLDER,
//                     "alias": {}, "define": {}}'
// The scripts of pages share files. Workers and programs are `alone`: each is one file, but for what it loads late.
import path from 'node:path';
import { rolldown } from 'rolldown';

const { web, pages, alone, folder, packages, alias, define } = JSON.parse(process.argv[2]);
const inWeb = (name) => path.join(web, `${name}.js`);
const BOARD = inWeb('game-view/board-view');

/** By module, the entries that import it, directly or not; without modules that are loaded late. */
function usersOfModules(entries, importsOf) {
  const users = new Map();
  for (const entry of entries) {
    const needed = new Set([inWeb(entry)]);
    for (const id of needed) for (const imported of importsOf(id)) needed.add(imported);
    for (const id of needed) users.set(id, [...(users.get(id) ?? []), entry]);
  }
  for (const entry of entries) users.delete(inWeb(entry)); // a page runs where it is loaded
  return users;
}

/**
 * Modules that the same pages need at once are one file. What most pages with a board need, all of them load, so that
 * each asks for few files.
 */
function chunks(entries) {
  let users;
  return (id, graph) => {
    users ??= usersOfModules(entries, (each) => graph.getModuleInfo(each)?.importedIds ?? []);
    const boards = users.get(BOARD) ?? [];
    const of = users.get(id);
    if (!of) return null;
    const most = of.filter((page) => boards.includes(page)).length > boards.length / 2;
    return [...new Set(most ? [...of, ...boards] : of)].sort().join('_');
  };
}

async function bundle(entries) {
  const made = await rolldown({
    cwd: web,
    input: Object.fromEntries(entries.map((name) => [name, inWeb(name)])),
    external: [/^node:/, 'ws'], // imported by Pyodide outside browsers
    platform: 'browser',
    resolve: { alias, modules: [packages] },
    transform: { define },
    preserveEntrySignatures: 'allow-extension',
    onLog: (_level, { code, message }) => {
      if (code === 'UNRESOLVED_IMPORT' || code === 'IMPORT_IS_UNDEFINED') throw new Error(message);
    },
  });
  const groups = [{ debugName: 'pages', name: chunks(entries) }];
  await made.write({
    dir: folder,
    minify: true,
    comments: false, // the licences are in licences/
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => `chunks/${name.includes('_') ? 'shared' : path.basename(name)}-[hash].js`,
    hashCharacters: 'base36',
    codeSplitting: entries.length > 1 ? { includeDependenciesRecursively: false, groups } : undefined,
  });
}

await bundle(pages);
for (const name of alone) await bundle([name]);
