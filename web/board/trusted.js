// @ts-check
// The library draws arrows from markup (ours, see shapes.js). Where a page demands it (require-trusted-types-for),
// markup passes here, and only what draws: nothing that runs, loads or leads anywhere.

const DRAWS = /^<(svg|g|path|circle|rect|text)\b/;
const ACTS = /<(script|foreignObject|image|use|a|style)\b|\son\w+\s*=|href|javascript:/i;

/** @param {string} markup @returns {string} @throws {TypeError} */
export function drawing(markup) {
  if (markup === '' || (DRAWS.test(markup) && !ACTS.test(markup))) return markup;
  throw new TypeError('this markup is no drawing');
}

/** @type {any} */ (globalThis).trustedTypes?.createPolicy('default', { createHTML: drawing });
