/**
 * An element for drawing without templates.
 * @template {string} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name] : HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, value);
  node.append(...children);
  return /** @type {any} */ (node);
}
