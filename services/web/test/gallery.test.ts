import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { AxeResults } from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluate, faultsOf, startBrowser, type Browser, type Page } from '@appointments/testing/browser'
import { startGallery } from './gallery-server.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A folder for a picture of every state. */
const pictures = process.env.SCREENSHOTS
const LIMIT_MS = 180_000

let gallery: Awaited<ReturnType<typeof startGallery>>
let browser: Browser
beforeAll(async () => {
  ;[gallery, browser] = await Promise.all([startGallery(), startBrowser()])
})
afterAll(async () => {
  await browser.close()
  await gallery.stop()
})

const AXE = `axe.run(document, { iframes: false, resultTypes: ['violations'], runOnly: [
  'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'
] })`

/** The faults of the state on a page. */
async function faultsIn(page: Page): Promise<string[]> {
  const { violations } = await evaluate<AxeResults>(page, AXE)
  // a state reached by pressing a button has the focus on something of the page
  const isLost = await evaluate<boolean>(page, 'hasActed && document.activeElement === document.body')
  const isWide = await evaluate<boolean>(page, 'document.documentElement.scrollWidth > innerWidth')
  const unknown = await evaluate<string[]>(
    page,
    'document.body.innerText.match(/\\b[a-z]+\\.[a-z]+[A-Z]\\w*|GMT[+-]/g) ?? []',
  )
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    ),
    ...(isLost ? ['has lost the focus'] : []),
    ...(isWide ? ['is wider than the window'] : []),
    ...unknown.map((text) => `shows ${text}`),
  ]
}

describe.each([
  ['en', 360, 'light'],
  ['en', 1280, 'dark'],
  ['de', 360, 'dark'],
  ['fr', 1280, 'light'],
] as const)('the gallery in %s at %d px, %s', (language, width, colorScheme) => {
  it(
    'has no fault in any state',
    async () => {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        locale: language,
        timezoneId: 'Europe/Berlin',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const reported = faultsOf(page)
      await page.goto(`${gallery.url}/${language}`, { waitUntil: 'load' })
      await evaluate(page, `${axe};undefined`)
      const names = await evaluate<string[]>(page, 'stateNames()')
      const faults: Record<string, string[]> = {}
      for (const name of names) {
        await evaluate(page, `showState(${JSON.stringify(name)})`)
        const found = [...(await faultsIn(page)), ...reported.splice(0)]
        if (found.length > 0) faults[name] = found
        if (pictures !== undefined) {
          const folder = path.join(pictures, `${language}-${width}-${colorScheme}`)
          mkdirSync(folder, { recursive: true })
          await page.screenshot({
            path: path.join(folder, `${name.replaceAll(/\W+/g, '-')}.png`),
            fullPage: true,
          })
        }
      }
      await context.close()
      expect(faults).toEqual({})
      expect(names.length).toBeGreaterThanOrEqual(70)
    },
    LIMIT_MS,
  )
})
