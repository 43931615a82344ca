import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { evaluate, faultsOf, startBrowser, type Browser, type Page } from '@appointments/testing/browser'
import { startGallery } from './gallery-server.ts'

let gallery: Awaited<ReturnType<typeof startGallery>>
let browser: Browser
let page: Page
let faults: string[]
beforeAll(async () => {
  ;[gallery, browser] = await Promise.all([startGallery(), startBrowser()])
})
afterAll(async () => {
  await browser.close()
  await gallery.stop()
})
beforeEach(async () => {
  page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })
  page.setDefaultTimeout(5000)
  faults = faultsOf(page)
  await page.goto(`${gallery.url}/en`, { waitUntil: 'load' })
})
afterEach(async () => {
  expect(faults).toEqual([])
  await page.close()
})

const show = (state: string) => evaluate(page, `showState(${JSON.stringify(state)})`)
const dialog = () => page.getByRole('dialog')
const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click()

describe('a typed time', () => {
  it('begins with the own instant of an appointment in the hour that comes twice', async () => {
    await show('desk/move in the hour that comes twice')
    expect(await page.getByRole('radio', { name: 'The second: 02:30, UTC+1' }).isChecked()).toBe(true)
    await press('Move')
    await dialog().getByText('This is the current time. Choose another one.').waitFor()
  })

  it.each(['desk/move to a time that the clocks skip', 'desk/book at a time that the clocks skip'])(
    'is missing from a night in which the clocks skip it: %s',
    async (state) => {
      await show(state)
      await dialog().getByText('The clocks go forward that night and skip this time.').first().waitFor()
    },
  )

  it('can be the second of two when booking', async () => {
    await show('desk/book in the hour that comes twice')
    const second = page.getByRole('radio', { name: 'The second: 02:30, UTC+1' })
    expect(await second.isChecked()).toBe(false)
    await second.click()
    await page.getByRole('button', { name: 'Why isn’t 02:30, UTC+1 offered?' }).waitFor()
  })
})
