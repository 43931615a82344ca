import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { evaluate, startBrowser, type Browser, type Page } from '@appointments/testing/browser'
import { startGallery } from './gallery-server.ts'

/** States of the page to change an appointment whose accessibility trees are kept. */
const STATES = [
  'booked with a limit',
  'too late to cancel only',
  'add to calendar',
  'move',
  'move asks at night',
  'free times',
  'free times of a day',
  'free times, one chosen',
  'free times, moved',
  'free times, taken when confirmed',
  'free times, changed meanwhile',
  'cancel',
  'cancelled',
  'cancelled earlier',
  'link replaced',
]

let gallery: Awaited<ReturnType<typeof startGallery>>
let browser: Browser
let page: Page
beforeAll(async () => {
  ;[gallery, browser] = await Promise.all([startGallery(), startBrowser()])
  page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })
  // the trees contain times
  await page.clock.setFixedTime('2027-01-13T09:00:00Z')
  await page.goto(`${gallery.url}/en`, { waitUntil: 'load' })
})
afterAll(async () => {
  await browser.close()
  await gallery.stop()
})

it.each(STATES)('screen readers find the same as before in the state %s', async (state) => {
  await evaluate(page, `showState(${JSON.stringify(`manage/${state}`)})`)
  const tree = await page.locator('#page').ariaSnapshot()
  const file = path.join(import.meta.dirname, 'trees', `${state.replaceAll(/\W+/g, '-')}.txt`)
  await expect(`${tree}\n`).toMatchFileSnapshot(file)
})
