import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { evaluate, faultsOf, startBrowser, type Browser } from '@appointments/testing/browser'
import { startGallery } from './gallery-server.ts'
import { faultsIn, openGallery, type Audience } from './look-at.ts'
import { looks } from './looks.ts'

/** A folder for a picture of every state. */
const pictures = process.env.SCREENSHOTS
/** Only the states whose names contain this text. */
const only = process.env.STATES
/** Every state in every look; otherwise each state in one of them. */
const isThorough = process.env.NIGHTLY === '1' || only !== undefined
const LIMIT_MS = isThorough ? 900_000 : 300_000
const LEAST_STATES = 175

const audienceOf = (state: string): Audience => {
  if (state.startsWith('desk/')) return 'staff'
  return /^(messages|start)\//.test(state) ? 'developers' : 'customers'
}

let gallery: Awaited<ReturnType<typeof startGallery>>
let browser: Browser
beforeAll(async () => {
  ;[gallery, browser] = await Promise.all([startGallery(), startBrowser()])
})
afterAll(async () => {
  await browser.close()
  await gallery.stop()
})

// looks have windows of their own, which mostly wait for frames
it.concurrent.each(Object.entries(looks))(
  'no state has a fault %s',
  async (title, look) => {
    const page = await openGallery(browser, gallery.url, look)
    const reported = faultsOf(page)
    const all = await evaluate<string[]>(page, 'stateNames()')
    const turn = Object.keys(looks).indexOf(title)
    const names = all
      .filter((_, index) => isThorough || index % Object.keys(looks).length === turn)
      .filter((name) => name.includes(only ?? ''))
    const faults: Record<string, string[]> = {}
    for (const name of names) {
      await evaluate(page, `showState(${JSON.stringify(name)})`)
      const found = [...(await faultsIn(page, audienceOf(name))), ...reported.splice(0)]
      if (found.length > 0) faults[name] = found
      if (pictures === undefined) continue
      const folder = path.join(pictures, title.replaceAll(/\W+/g, '-'))
      mkdirSync(folder, { recursive: true })
      const file = path.join(folder, `${name.replaceAll(/\W+/g, '-')}.png`)
      await page.screenshot({ path: file, fullPage: true })
    }
    await page.context().close()
    expect(faults).toEqual({})
    expect(all.length).toBeGreaterThanOrEqual(LEAST_STATES)
  },
  LIMIT_MS,
)
