// Reads a template of lit-html without a document.

/** The markup of a template, with its values in place; functions and directives are left out. @param {any} template @returns {string} */
export function markupOf(template) {
  if (Array.isArray(template)) return template.map(markupOf).join('');
  if (template?.strings) {
    const { strings, values } = template;
    return strings.map((text, at) => text + (at < values.length ? markupOf(values[at]) : '')).join('');
  }
  return ['string', 'number', 'boolean'].includes(typeof template) ? String(template) : '';
}

/** The texts of a template, without its elements. @param {any} template */
export const textOf = (template) =>
  markupOf(template)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
