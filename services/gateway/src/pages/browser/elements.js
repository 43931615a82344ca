/**
 * Creates an element with attributes and children; `on…` attributes with a function become event listeners.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | undefined | ((event: Event) => void)>} [attributes]
 * @param {(Node | string | false | undefined)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value)
    else if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...children.filter((child) => child !== false && child !== undefined))
  return made
}

/** @param {(Node | string | false | undefined)[]} children */
export function show(...children) {
  const page = /** @type {HTMLElement} */ (document.getElementById('page'))
  page.replaceChildren(element('div', { class: 'card' }, ...children))
}

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const status = /** @type {HTMLElement} */ (document.getElementById('status'))
  if (status.textContent !== text) status.textContent = text
}

/**
 * Replaces the whole page with a message.
 * @param {{ heading: string, text: string, more?: Node | undefined }} message
 */
export function showMessage({ heading, text, more }) {
  const title = element('h1', { tabindex: -1 }, heading)
  show(title, element('p', { class: 'lead' }, text), more)
  announce(heading)
  return title
}
