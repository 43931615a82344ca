import { expect } from 'vitest'
import { accessibilityFaults } from '@appointments/testing/accessibility'
import { evaluate, faultsOf, type BrowserContext, type Page } from '@appointments/testing/browser'
import type { PagesStage } from './pages-stage.ts'

const WAIT_MS = 15_000

/** A person in front of a browser of their own. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** Errors of the page that no test expects; take out expected ones. */
  faults: string[]
  button: (name: string | RegExp) => ReturnType<Page['getByRole']>
  heading: (name: string | RegExp) => ReturnType<Page['getByRole']>
  /** Waits for a heading; at every such step axe-core must find nothing. */
  sees: (heading: string | RegExp) => Promise<void>
  /** Takes out the reports of requests that failed with these statuses, and expects that there are some. */
  expectFailed: (...statuses: readonly number[]) => void
  /** Ends the visit; there must be no further faults. */
  leave: () => Promise<void>
}

type Options = Parameters<PagesStage['browser']['newContext']>[0]

/** Opens a window. */
export async function openWindow({ browser }: PagesStage, options: Options = {}): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', ...options })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  const faults = faultsOf(page)
  return {
    context,
    page,
    faults,
    button: (name) => page.getByRole('button', { name }),
    heading: (name) => page.getByRole('heading', { name }),
    async sees(heading) {
      await page.getByRole('heading', { name: heading }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
    },
    expectFailed(...statuses) {
      const expected = new RegExp(`status of (${statuses.join('|')})`)
      const failed = faults.filter((fault) => expected.test(fault))
      expect(failed).not.toEqual([])
      faults.splice(0, faults.length, ...faults.filter((fault) => !expected.test(fault)))
    },
    async leave() {
      await context.close()
      expect(faults).toEqual([])
    },
  }
}

/** The text of the focused element. */
export const focusedText = (page: Page): Promise<string> =>
  evaluate(
    page,
    'document.activeElement === document.body ? "nothing" : document.activeElement.textContent.trim()',
  )

/** Presses Tab until an element with this text has the focus, then Enter. @throws Error if none is reached */
export async function pressByKeyboard(page: Page, name: string | RegExp): Promise<void> {
  const matches = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  const nameOf = `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()`
  for (let presses = 0; presses < 80; presses++) {
    if (matches(await evaluate<string>(page, nameOf))) {
      // the focus is visible: an outline or the bar of headings, and nothing lies over the element
      expect(await evaluate<boolean>(page, `document.activeElement.matches(':focus-visible')`)).toBe(true)
      await page.keyboard.press('Enter')
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not lead to ${String(name)}`)
}
