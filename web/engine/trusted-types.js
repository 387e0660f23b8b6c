// Checks the addresses of scripts: a page with require-trusted-types-for starts no script without that.

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

/**
 * A worker of our own site that runs under the page's Content-Security-Policy. It starts from a blob, which
 * inherits the policy; a response from the network needs its own, which a plain file server does not send.
 * @param {URL} url
 */
export function ownWorker(url) {
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  const address = new URL(URL.createObjectURL(script));
  return new Worker(ownScript(address), { type: 'module' });
}
