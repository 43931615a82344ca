/**
 * An element with its attributes and what is in it; `on…` attributes that are functions listen.
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
 * Tells something to those who do not see the page.
 * @param {string} text
 */
export function tell(text) {
  const news = /** @type {HTMLElement} */ (document.getElementById('news'))
  if (news.textContent !== text) news.textContent = text
}

/**
 * A message that is all there is on the page.
 * @param {{ heading: string, text: string, more?: Node | undefined }} message
 */
export function showMessage({ heading, text, more }) {
  const title = element('h1', { tabindex: -1 }, heading)
  show(title, element('p', { class: 'lead' }, text), more)
  tell(heading)
  return title
}
