// The Trusted Types policy for markup that the board library inserts: the drawings of shapes.js, and nothing else.
// Where a page demands it (require-trusted-types-for), all other markup is refused.

/** Elements, and their attributes, that can neither run nor load anything. */
const ALLOWED = new Map(
  Object.entries({
    g: ['class'],
    path: ['class', 'd', 'transform'],
    circle: ['class', 'cx', 'cy', 'r'],
    text: ['x', 'y'],
  }),
);

/** A start tag, an end tag or text; an attribute is ` name="value"` and nothing else. */
const TOKEN = /<(?<start>\w+)(?<attributes>(?: \w+="[^"<>&]*")*)\/?>|<\/(?<end>\w+)>|(?:[^<&]|&lt;|&amp;)+/y;
const ATTRIBUTE_NAME = / (\w+)=/g;

/** @param {string} markup @returns {string} the same markup @throws {TypeError} if it is more than a drawing */
export function drawing(markup) {
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < markup.length) {
    const { start, end, attributes = '' } = TOKEN.exec(markup)?.groups ?? { end: 'malformed' };
    const allowed = ALLOWED.get(start ?? end);
    const names = [...attributes.matchAll(ATTRIBUTE_NAME)].map(([, name]) => name);
    if ((start || end) && !(allowed && names.every((name) => allowed.includes(name)))) {
      throw new TypeError('this markup is not a drawing of the board');
    }
  }
  return markup;
}

/** @type {any} */ (globalThis).trustedTypes?.createPolicy('default', { createHTML: drawing });
