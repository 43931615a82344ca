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
  page.setDefaultTimeout(15_000)
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
  it('begins with the instant of the appointment itself in the hour that comes twice', async () => {
    await show('desk/move in the hour that comes twice')
    expect(await page.getByRole('radio', { name: 'The second: 02:30, UTC+1' }).isChecked()).toBe(true)
    await press('Move')
    await dialog().getByText('This is the current time. Choose another one.').waitFor()
  })

  it('begins with the instant of the appointment itself on the page of its customer, too', async () => {
    await show('manage/move in the hour that comes twice')
    expect(await page.getByRole('radio', { name: 'The second: 02:30, UTC+1' }).isChecked()).toBe(true)
    await press('Continue')
    await page.getByText('This is the current time. Choose another one.').waitFor()
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

it('an appointment of three days takes the whole of its second day', async () => {
  await show('desk/week with an appointment of three days')
  const entries = page.getByRole('link', { name: 'Grace Hopper' })
  await expect
    .poll(() => entries.allInnerTexts())
    .toEqual(['10:00 Grace Hopper', 'all day Grace Hopper', 'until 09:00 Grace Hopper'])
})

it('an appointment of three days shows its days among those of today', async () => {
  await show('desk/today with an appointment of three days')
  const row = page.getByRole('listitem').filter({ hasText: 'Grace Hopper' })
  await expect
    .poll(() => row.getByRole('paragraph').first().innerText())
    .toMatch(/(\w+ \d+ \w+, \d\d:\d\d\s*){2}/)
})

describe('the focus', () => {
  const focused = () => evaluate<string>(page, 'document.activeElement.textContent')
  const announced = () => evaluate<string>(page, "document.getElementById('status').textContent")

  it.each([
    ['desk/cancelled at this desk', 'Ada Lovelace'],
    ['desk/accepted at this desk', 'Ada Lovelace'],
    ['desk/affected appointment has been reassigned', '4 appointments are affected'],
    ['desk/appointments, new ones are shown', 'Customer 1'],
  ])('moves on if the pressed button disappears: %s', async (state, text) => {
    await show(state)
    await expect.poll(focused).toBe(text)
  })

  it('stays on a button that does not disappear', async () => {
    await show('desk/cancel')
    await press('Close')
    await expect.poll(focused).toBe('Cancel appointment')
  })

  it('is not the only sign that an appointment was accepted', async () => {
    await show('desk/accepted at this desk')
    await expect.poll(announced).toBe('Accepted')
  })
})

describe('the booking dialog', () => {
  it('asks before it discards the input of the person', async () => {
    const questions: string[] = []
    let isAgreed = false
    page.on('dialog', (question) => {
      questions.push(question.message())
      void (isAgreed ? question.accept() : question.dismiss())
    })
    await show('desk/book')
    await page.getByLabel('First name').fill('Ada')
    // the second time in a row, Chromium closes a dialog without asking the page
    for (let count = 0; count < 2; count++) await page.keyboard.press('Escape')
    await expect.poll(() => questions.length).toBe(2)
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
    isAgreed = true
    await press('Close')
    await dialog().waitFor({ state: 'detached' })
    expect(new Set(questions)).toEqual(new Set(['What you typed has not been saved. Discard it?']))
  })

  it('closes without a question if nothing was typed', async () => {
    await show('desk/book')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })
})

describe('an appointment across midnight', () => {
  it.each(['desk/week with a night', 'desk/team after a night'])(
    'shows its end on its second day: %s',
    async (state) => {
      await show(state)
      await page
        .getByRole('link', { name: /^until 00:30/ })
        .first()
        .waitFor()
    },
  )
})

it('an agent whose customer has left is in the room, not in a call', async () => {
  await show('desk/team, a customer has left')
  await page.getByText('In the room', { exact: true }).waitFor()
  expect(await page.getByText('In a call').count()).toBe(0)
})

it('one long name does not push the other columns out of the window', async () => {
  await show('desk/appointments with a long name')
  const hidden = "document.querySelector('main [role=region]')"
  expect(await evaluate<number>(page, `${hidden}.scrollWidth - ${hidden}.clientWidth`)).toBe(0)
})

it('the lines of a chip grow with the text', async () => {
  await show('desk/messages not reached')
  const lines = () =>
    evaluate<number>(page, "parseFloat(getComputedStyle(document.querySelector('[class*=chip]')).lineHeight)")
  const before = await lines()
  await evaluate(page, "document.documentElement.style.fontSize = '200%'")
  expect(await lines()).toBeCloseTo(2 * before)
})

it('the arrow keys reach every agent of a filter', async () => {
  await show('desk/appointments of an agent who is picked')
  await dialog().getByRole('radio', { name: 'Anna Schmidt' }).focus()
  for (let count = 0; count < 2; count++) await page.keyboard.press('ArrowDown')
  expect(await dialog().getByRole('radio', { name: 'Carla Mendes' }).isChecked()).toBe(true)
  await press('Choose')
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Agent Carla Mendes' }).waitFor()
})

it.each([
  'desk/cancelling',
  'desk/webhook secret is being made',
  'desk/webhook test is running',
  'desk/absence is being removed',
  'desk/book, being sent',
])('a dialog stays open until the response arrives: %s', async (state) => {
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    void question.accept()
  })
  await show(state)
  // the second time in a row, Chromium closes a dialog without asking the page
  for (let count = 0; count < 2; count++) await page.keyboard.press('Escape')
  // a dialog that Chromium has closed is open again when the page has handled the event
  await expect.poll(() => dialog().count()).toBe(1)
  // without force, Playwright would wait until the button is enabled
  await dialog().getByRole('button', { name: 'Close' }).click({ force: true })
  expect(await dialog().count()).toBe(1)
  expect(questions).toEqual([])
})

it('a chosen agent stays in sight while agents are filtered, and Enter in the filter sends nothing', async () => {
  await show('desk/reassign')
  await dialog().getByRole('radio', { name: 'Anna Schmidt' }).click()
  await dialog().getByRole('searchbox').fill('Carla')
  await dialog().getByRole('radio', { name: 'agent-7' }).waitFor({ state: 'detached' })
  expect(await dialog().getByRole('radio', { name: 'Anna Schmidt' }).isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  // while the request runs, the button has another name
  expect(await dialog().getByRole('button', { name: 'Reassign', exact: true }).count()).toBe(1)
})
