import { evaluate, type Page } from './browser.ts'

const FAULTS = `(() => {
  const one = document.activeElement
  if (!one || one === document.body) return ['no element has the focus']
  // inside a frame, the page of the frame shows the focus
  if (one.matches('iframe')) return []
  const html = one.outerHTML.slice(0, 120)
  const { outlineStyle, outlineWidth, borderInlineStartWidth } = getComputedStyle(one)
  const hasRing = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  const hasBar = one.matches('h1, h2') && parseFloat(borderInlineStartWidth) >= 3
  const { left, right, top, bottom } = one.getBoundingClientRect()
  const middle = (from, to, most) => (Math.max(from, 0) + Math.min(to, most)) / 2
  const above = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
  return [
    ...(hasRing || hasBar ? [] : ['the focus cannot be seen on ' + html]),
    ...(bottom > 0 && top < innerHeight ? [] : ['the focus is outside of the window, on ' + html]),
    ...(above && !one.contains(above) && !above.contains(one) ? ['the focus is covered on ' + html] : []),
  ]
})()`

/** Why a visitor who uses the keyboard cannot see the focus on a page: one text for each reason. */
export const focusFaults = (page: Page): Promise<string[]> => evaluate(page, FAULTS)
