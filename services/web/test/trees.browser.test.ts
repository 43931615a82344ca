import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { evaluate, startBrowser, type Browser, type Page } from '@appointments/testing/browser'
import { startGallery } from './gallery-server.ts'

/** States whose accessibility trees are kept. */
const STATES = [
  'book/not offered',
  'book/service',
  'book/several durations',
  'book/month',
  'book/month with free times later',
  'book/no free times',
  'book/times',
  'book/times in summer',
  'book/details of a held time',
  'book/details of a time that is not held',
  'book/hold about to end',
  'book/hold ended',
  'book/hold ended, free or not',
  'book/details with questions',
  'book/details with faults',
  'book/code by e-mail',
  'book/code wrong',
  'book/no response',
  'book/taken when confirmed',
  'book/done',
  'book/done with a code by text message',
  'book/embedded',
  'manage/booked with a limit',
  'manage/too late to cancel only',
  'manage/add to calendar',
  'manage/move',
  'manage/move asks at night',
  'manage/free times',
  'manage/free times of a day',
  'manage/free times, one chosen',
  'manage/free times, moved',
  'manage/free times, taken when confirmed',
  'manage/free times, changed meanwhile',
  'manage/cancel',
  'manage/cancelled',
  'manage/cancelled earlier',
  'manage/link replaced',
  'join/early',
  'join/agent waits',
  'join/left',
  'unsubscribe/asks',
  'unsubscribe/stopped',
  'unsubscribe/link does not work',
  'desk/today',
  'desk/nothing today',
  'desk/not live',
  'desk/today, new appointments wait',
  'desk/appointments',
  'desk/appointment',
  'desk/appointment that waits for an agent',
  'desk/appointment cancelled',
  'desk/appointment of a colleague',
  'desk/appointment, some parts fail',
  'desk/move among free times',
  'desk/reassign',
  'desk/cancel, changed meanwhile',
  'desk/book',
  'desk/book with faults',
  'desk/messages not reached',
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

/** Only one tree includes the frame around the views of the desk; a dialog makes everything else inert. */
async function partOf(state: string): Promise<string> {
  if (!state.startsWith('desk/') || state === 'desk/today') return '#page'
  return (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open]' : 'main'
}

/** Leaves out the options of long lists that are not selected: the time zones are those of the browser. */
const shortened = (tree: string) =>
  tree.replaceAll(/((^ *)- option "[^"]*"\n)(?:\2- option "[^"]*"\n){40,}/gm, '$1$2- …\n')

it.each(STATES)('the accessibility tree of the state %s is unchanged', async (state) => {
  await evaluate(page, `showState(${JSON.stringify(state)})`)
  const tree = await page.locator(await partOf(state)).ariaSnapshot()
  const name = state.split('/').map((part) => part.replaceAll(/\W+/g, '-'))
  const file = `${path.join(import.meta.dirname, 'trees', ...name)}.txt`
  await expect(shortened(`${tree}\n`)).toMatchFileSnapshot(file)
})
