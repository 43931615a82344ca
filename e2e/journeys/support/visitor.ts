import { expect } from 'vitest'
import { accessibilityFaults } from '@appointments/testing/accessibility'
import { faultsOf, type BrowserContext, type Page } from '@appointments/testing/browser'
import { focusFaults } from '@appointments/testing/focus'
import { fill, press, tick, type Target } from './keyboard.ts'
import type { PagesStage } from './pages-stage.ts'

const WAIT_MS = 15_000

/** A person with a browser of their own, who uses only the keyboard. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** Moves the focus to a button or link, and presses Enter. */
  press: (target: Target) => Promise<void>
  /** Moves the focus to the field with this label, and types into it. */
  fill: (label: Target, text: string) => Promise<void>
  /** Moves the focus to the box or choice with this label, and presses the space bar. */
  tick: (label: Target) => Promise<void>
  button: (name: string | RegExp) => ReturnType<Page['getByRole']>
  /**
   * Waits for a heading. At each such step axe-core must find nothing. If the visitor has acted on the page and does
   * not use touch, an element must have the focus visibly.
   */
  sees: (heading: string | RegExp) => Promise<void>
  /** Removes the reports of requests that failed with these statuses, and expects at least one. */
  expectFailed: (...statuses: readonly number[]) => void
  /** Removes the reports with this text, and expects at least one. */
  expectFaults: (text: RegExp) => void
  /** Ends the visit; there must be no further faults. */
  leave: () => Promise<void>
}

type Options = Parameters<PagesStage['browser']['newContext']>[0]

/** Opens a window. */
export async function openWindow(
  { browser }: Pick<PagesStage, 'browser'>,
  options: Options = {},
): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', ...options })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  const faults = faultsOf(page)
  let hasActed = false
  page.on('domcontentloaded', () => {
    hasActed = false
  })
  const acting =
    <Rest extends unknown[]>(act: (page: Page, ...rest: Rest) => Promise<void>) =>
    (...rest: Rest) => {
      hasActed = true
      return act(page, ...rest)
    }
  const expectFaults = (expected: RegExp) => {
    const isExpected = (fault: string) => expected.test(fault)
    expect(faults.filter(isExpected)).not.toEqual([])
    faults.splice(0, faults.length, ...faults.filter((fault) => !isExpected(fault)))
  }
  return {
    context,
    page,
    press: acting(press),
    fill: acting(fill),
    tick: acting(tick),
    button: (name) => page.getByRole('button', { name }),
    async sees(heading) {
      await page.getByRole('heading', { name: heading }).first().waitFor()
      // both checks run scripts in the page
      if (options.javaScriptEnabled === false) return
      expect(await accessibilityFaults(page)).toEqual([])
      // the focus moves after the page is drawn
      if (hasActed && options.hasTouch !== true) await expect.poll(() => focusFaults(page)).toEqual([])
    },
    expectFailed: (...statuses) => expectFaults(new RegExp(`status of (${statuses.join('|')})`)),
    expectFaults,
    async leave() {
      await context.close()
      expect(faults).toEqual([])
    },
  }
}

/** The text of the focused element. */
export const focusedText = async (page: Page): Promise<string> =>
  ((await page.locator(':focus').textContent()) ?? '').trim()
