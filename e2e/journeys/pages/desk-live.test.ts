import { daysAhead, startProxy, type Proxy } from '@appointments/testing'
import type { Page } from '@appointments/testing/browser'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { done } from '../../src/done.ts'
import type { Appointment } from '../../src/response-bodies.ts'
import { signIn, startDeskStage, type DeskStage } from '../support/desk-stage.ts'
import type { Visitor } from '../support/visitor.ts'

const LIMIT_MS = 90_000
const V2 = '/api/v2/appointments'

let stage: DeskStage
/** The proxy between the desk of the supervisor and the gateway. */
let proxy: Proxy
beforeAll(async () => {
  stage = await startDeskStage()
  proxy = await startProxy({ port: Number(new URL(stage.system.gatewayUrl).port) })
})
afterAll(async () => {
  await stage.close()
  await proxy.shut()
})
afterEach(() => proxy.heal())

let names = 0
/** Books an appointment on a day of its own. @param firstName of the customer, different for each appointment */
const book = (firstName: string, start = daysAhead(10 + names++, '09:00:00')) =>
  stage.book(`${firstName.toLowerCase()}@live.example.com`, start, {
    serviceTypeId: 'advice',
    customers: [
      { name: { firstName }, contact: { primaryEmail: `${firstName.toLowerCase()}@live.example.com` } },
    ],
  })

const row = ({ page }: Visitor, name: string) => page.getByRole('row').filter({ hasText: name })
/** Lets a minute of the page's clock pass, in steps, so that requests can fail or succeed in between. */
async function aMinute(page: Page) {
  for (let second = 0; second < 60; second++) await page.clock.runFor(1000)
}
/** Ids of the rows of a list, in order. */
const shown = ({ page }: Visitor) =>
  page
    .getByRole('table')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1)))
/** Ids of all appointments, as the API lists them. */
async function stored(): Promise<string[]> {
  const search = { applicationId: 'bank', sort: 'start', limit: 200 }
  const { content } = (await done(stage.supervisor('POST', `${V2}/search`, search))) as {
    content: Appointment[]
  }
  return content.map(({ id }) => id)
}

it(
  'a change made at one desk appears at the other',
  async () => {
    const { id } = await book('Ada')
    const [one, other] = await Promise.all([
      signIn(stage, 'Max Weber', `/appointments/${id}`),
      signIn(stage, 'Max Weber', '/appointments?period=all'),
    ])
    await one.sees('Ada')
    await other.sees('Appointments')
    await row(other, 'Ada').getByText('Booked').waitFor()
    const before = await row(other, 'Ada').locator('time').getAttribute('datetime')

    await one.press('Move')
    await one.sees('Move the appointment')
    const time = one.page.getByRole('radio', { name: '12:30' })
    await time.focus()
    await one.page.keyboard.press('Space')
    await one.press(one.page.getByRole('dialog').getByRole('button', { name: 'Move' }))
    await one.page.getByRole('dialog').waitFor({ state: 'detached' })
    const moved = (await stage.read(id)).start
    expect(moved).not.toBe(before)
    await expect.poll(() => row(other, 'Ada').locator('time').getAttribute('datetime')).toBe(moved)

    await other.press('Ada')
    await other.sees('Ada')
    await other.press('Cancel appointment')
    await other.sees('Cancel this appointment?')
    await other.fill('Reason (optional)', 'The office is closed')
    await other.press(other.page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }))
    await other.page.getByRole('dialog').waitFor({ state: 'detached' })
    await one.page.getByRole('region', { name: 'Details' }).getByText('The office is closed').waitFor()
    await one.leave()
    await other.leave()
  },
  LIMIT_MS,
)

describe.each([
  [
    'is reset',
    () => proxy.reset(),
    (visitor: Visitor) => visitor.expectFaults(/ERR_/),
    ['Barbara', 'Grace', 'Katherine', 'Edsger', 'Dorothy', 'Hedy'],
  ],
  // the page itself aborts such requests, which does not count as a failure
  [
    'falls silent',
    () => proxy.blackHole(),
    () => undefined,
    ['Alan', 'Radia', 'Leslie', 'Niklaus', 'Mary', 'Annie'],
  ],
] as const)(
  'when the connection %s for a minute',
  (_, cut, expectFailures, [first, second, third, fourth, fifth, sixth]) => {
    let visitor: Visitor
    beforeEach(async () => {
      const viaProxy = { ...stage, desk: `http://127.0.0.1:${proxy.port}/desk` }
      visitor = await signIn(viaProxy, 'Max Weber', '/appointments?period=all')
      await visitor.sees('Appointments')
      await visitor.page.clock.install()
    })

    it(
      'the list misses nothing and shows nothing twice',
      async () => {
        const { page } = visitor
        const [cancelled, removed] = [await book(first), await book(second)]
        await row(visitor, second).waitFor()
        await page.getByText('Not live').waitFor({ state: 'detached' })

        cut()
        // a silent connection is closed after a while, a reset one at once
        await aMinute(page)
        await page.getByText('Not live. Reconnecting…').waitFor()
        await book(third)
        await done(stage.supervisor('PUT', `${V2}/${cancelled.id}/cancel`, {}))
        await done(stage.supervisor('DELETE', `${V2}/${removed.id}`))
        await book(fourth)
        expect(await row(visitor, third).count()).toBe(0)

        proxy.heal()
        await aMinute(page)
        await row(visitor, fourth).waitFor()
        await page.getByText('Not live').waitFor({ state: 'detached' })
        await expect.poll(() => shown(visitor)).toEqual(await stored())
        await row(visitor, first).getByText('Cancelled').waitFor()
        expect(await row(visitor, second).count()).toBe(0)

        // the stream continues
        await book(fifth)
        await row(visitor, fifth).waitFor()
        expect(await shown(visitor)).toEqual(await stored())
        expectFailures(visitor)
        await visitor.leave()
      },
      LIMIT_MS,
    )

    it(
      'the page of an appointment shows each change once, and then that the appointment is gone',
      async () => {
        const { page, sees } = visitor
        const { id } = await book(sixth)
        await page.goto(`http://127.0.0.1:${proxy.port}/desk/appointments/${id}`)
        await sees(sixth)
        const entries = (text: string) =>
          page.getByRole('region', { name: 'Timeline' }).getByText(text, { exact: true })
        await entries('Booked').waitFor()

        cut()
        await aMinute(page)
        await page.getByText('Not live. Reconnecting…').waitFor()
        for (const hour of ['10', '14'])
          await done(
            stage.supervisor('PUT', `${V2}/reschedule`, {
              id,
              start: daysAhead(40, `${hour}:00:00`),
              override: 'CALENDAR',
            }),
          )
        proxy.heal()
        await aMinute(page)
        await expect.poll(() => entries('Moved').count()).toBe(2)
        expect(await entries('Booked').count()).toBe(1)

        cut()
        await aMinute(page)
        await page.getByText('Not live. Reconnecting…').waitFor()
        await done(stage.supervisor('DELETE', `${V2}/${id}`))
        proxy.heal()
        await aMinute(page)
        await sees('You can’t see this appointment')
        // a removed part is read again
        visitor.expectFailed(404)
        expectFailures(visitor)
        await visitor.leave()
      },
      LIMIT_MS,
    )
  },
)
