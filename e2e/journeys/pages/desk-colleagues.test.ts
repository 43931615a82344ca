import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { done } from '../../src/done.ts'
import { signIn, startDeskStage, type DeskStage } from '../support/desk-stage.ts'
import { mailTo } from '../support/customer-mail.ts'

const LIMIT_MS = 90_000
const V2 = '/api/v2/appointments'
const HIDDEN = 'zenobia@hidden.example.com'

let stage: DeskStage
beforeAll(async () => {
  stage = await startDeskStage()
  await done(stage.machine('PATCH', '/api/v2/applications/bank', { agentAccess: 'ASSIGNED' }))
  // these bookings need no calendar
  await stage.put('applications/bank/availability', { availabilityPolicy: 'OFF' })
})
afterAll(() => stage.close())

/** An appointment of one agent. */
const bookFor = (agentId: string, firstName: string, address: string, days: number) =>
  stage.book(address, daysAhead(days, '09:00:00'), {
    title: `Talk with ${firstName}`,
    targetAssignment: { type: 'AGENT', id: agentId },
    customers: [{ name: { firstName }, contact: { primaryEmail: address } }],
  })

it(
  'an agent at the desk sees no appointment of a colleague, and the page receives nothing about one',
  async () => {
    const hidden = await bookFor('ben', 'Zenobia', HIDDEN, 6)
    const own = await bookFor('anna', 'Ada', 'ada@own.example.com', 6)
    await Promise.all([HIDDEN, 'ada@own.example.com'].map((address) => mailTo(stage.smtp, address)))

    const visitor = await signIn(stage, 'Anna', '/appointments?period=all')
    const { page, press, fill, sees } = visitor
    /** Responses that contain the name or the address of the colleague's customer. */
    const leaks: string[] = []
    const reading: Promise<unknown>[] = []
    page.on('response', (response) => {
      const url = response.url()
      // a stream never ends, so wait until the list shows the change
      if (!url.includes('/api/') || url.endsWith('/changes/stream')) return
      const look = response.text().then((text) => {
        if (/zenobia/i.test(text)) leaks.push(url)
      })
      reading.push(look.catch(() => undefined))
    })
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    /** Nothing on the page names the colleague's customer. */
    const seesNoOther = async () => expect(await page.locator('main').innerText()).not.toContain('Zenobia')

    await sees('Appointments')
    await row('Ada').waitFor()
    await seesNoOther()

    await page.goto(`${stage.desk}/appointments?period=all&agent=ben`)
    await sees('Appointments')
    // the filter does not widen what an agent may see
    await row('Ada').or(page.getByText('No appointments match these filters.')).first().waitFor()
    await seesNoOther()

    for (const words of ['Zenobia', HIDDEN, hidden.id]) {
      await fill('Search appointments', words)
      await press('Search')
      await sees(`Appointments for “${words}”`)
      await page.getByText('No appointments match these filters.').waitFor()
    }
    await page.goto(`${stage.desk}/appointments/${hidden.id}`)
    await sees('You can’t see this appointment')
    await seesNoOther()
    visitor.expectFailed(404)

    await page.goto(`${stage.desk}/messages?view=ALL`)
    await sees('Messages')
    await row('Ada').first().waitFor()
    await seesNoOther()
    expect(await page.getByRole('link', { name: 'Figures' }).count()).toBe(0)
    await page.goto(`${stage.desk}/figures`)
    await sees('There is no such page')

    // changes of a colleague's appointment do not arrive, those of the agent's own do
    await page.goto(`${stage.desk}/appointments?period=all`)
    await sees('Appointments')
    await row('Ada').waitFor()
    const later = await bookFor('ben', 'Zenobia', HIDDEN, 7)
    await done(stage.supervisor('PUT', `${V2}/reschedule`, { id: later.id, start: daysAhead(8, '09:00:00') }))
    await done(stage.supervisor('PUT', `${V2}/${hidden.id}/cancel`, { reason: 'Zenobia is ill' }))
    await bookFor('anna', 'Grace', 'grace@own.example.com', 7)
    await row('Grace').waitFor()
    await seesNoOther()

    // an appointment that is reassigned disappears from the page of its former agent
    await page.goto(`${stage.desk}/appointments/${own.id}`)
    await sees('Ada')
    await done(stage.supervisor('PUT', `${V2}/reassign`, { id: own.id, userId: 'ben' }))
    await sees('You can’t see this appointment')
    expect(await page.locator('main').innerText()).not.toContain('Ada')

    await Promise.all(reading)
    expect(leaks).toEqual([])
    await visitor.leave()

    // the colleague sees it at the same addresses
    const colleague = await signIn(stage, 'Ben', `/appointments/${hidden.id}`)
    await colleague.sees('Zenobia')
    await colleague.leave()
  },
  LIMIT_MS,
)
