import { accessibilityFaults } from '@appointments/testing/accessibility'
import { evaluate, type Browser, type Page } from '@appointments/testing/browser'
import { focusFaults } from '@appointments/testing/focus'
import type { Look } from './looks.ts'

/** Opens the gallery in a new window with a look. @param url of the gallery */
export async function openGallery(browser: Browser, url: string, look: Look): Promise<Page> {
  const { language, width, scheme, hasForcedColors = false, css } = look
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: scheme,
    locale: language.slice(0, 2),
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    forcedColors: hasForcedColors ? 'active' : 'none',
  })
  const page = await context.newPage()
  await page.goto(`${url}/${language.slice(0, 2)}?lang=${language}`, { waitUntil: 'load' })
  if (css !== undefined)
    await evaluate(
      page,
      `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(css)})
         document.adoptedStyleSheets = [sheet] }`,
    )
  return page
}

/** Elements that stick out of the window, and texts that stick out of their box. Boxes that scroll may have wide content. */
const OVERFLOWS = `[...document.body.querySelectorAll('*')].filter((one) => {
  if (!one.checkVisibility() || one.closest('.unseen, svg, option') || one.matches('option')) return false
  const scrolls = (box) => box && (/auto|scroll/.test(getComputedStyle(box).overflowX) || scrolls(box.parentElement))
  if (scrolls(one)) return false
  const { left, right, width } = one.getBoundingClientRect()
  const isOutside = width > 0 && (left < -0.5 || right > innerWidth + 0.5)
  const hasText = [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== '')
  const isCut = hasText && getComputedStyle(one).display !== 'inline' && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1
  return isOutside || (isCut && !one.matches('select, input, textarea'))
}).map((one) => one.outerHTML.slice(0, 120))`

/** Targets with a side shorter than this, in px; the label of a choice is part of its target. */
const smallTargets = (
  least: number,
) => `[...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((one) => {
  if (!one.checkVisibility() || one.closest('.unseen')) return false
  const { width, height } = (one.matches('[type=checkbox], [type=radio]') && one.labels[0] || one).getBoundingClientRect()
  return width < ${least - 0.5} || height < ${least - 0.5}
}).map((one) => one.outerHTML.slice(0, 120))`

/** Message keys that are shown instead of their texts, and time zones without a name. */
const RAW_TEXTS = String.raw`document.body.innerText.match(/\b[a-z]+\.[a-z]+[A-Z]\w*|GMT[+-]/g) ?? []`

/** Who a page is for. */
export type Audience = 'customers' | 'staff' | 'developers'

const LEAST_TARGET = { customers: 44, staff: 24 }

/** The faults of the state that a page of the gallery shows. Pages for developers have fewer rules. */
export async function faultsIn(page: Page, audience: Audience): Promise<string[]> {
  const found = async (expression: string, fault: string) =>
    (await evaluate<string[]>(page, expression)).map((text) => `${fault}: ${text}`)
  const holds = async (expression: string, fault: string) =>
    (await evaluate<boolean>(page, expression)) ? [fault] : []
  return [
    ...(await accessibilityFaults(page)),
    // if the state was reached by acting on the page, the focus must be visible
    ...((await evaluate<boolean>(page, 'hasActed')) ? await focusFaults(page) : []),
    ...(await holds('document.documentElement.scrollWidth > innerWidth', 'is wider than the window')),
    ...(await holds('document.getAnimations().length > 0', 'moves, although less motion is wanted')),
    ...(await found(RAW_TEXTS, 'shows')),
    ...(audience === 'developers'
      ? []
      : [
          ...(await found(OVERFLOWS, 'overflows')),
          ...(await found(smallTargets(LEAST_TARGET[audience]), 'is a small target')),
        ]),
  ]
}
