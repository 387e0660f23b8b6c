// @ts-check
// Where a page demands it (require-trusted-types-for), a script is started only from an address that passes here.

/** @type {any} */
let policy;

/** The address of a script of our own site. @param {URL} url @returns {URL} @throws {TypeError} for any other */
export function ownScript(url) {
  const { trustedTypes, location } = /** @type {any} */ (globalThis);
  policy ??= trustedTypes?.createPolicy('cannonfish', {
    createScriptURL: (/** @type {string} */ text) => {
      if (new URL(text).origin === location.origin) return text;
      throw new TypeError(`not a script of this site: ${text}`);
    },
  });
  return policy?.createScriptURL(url.href) ?? url;
}
