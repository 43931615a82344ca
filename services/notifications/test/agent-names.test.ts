import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { anApplication, aCaller, aCustomer, AGENT, eventOf, next, scheduled } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())
beforeEach(() => service.smtp.clear())

let version = 0
const named = (displayName: string | undefined, organizationId = '') => {
  version += 1
  return service.publish(
    eventOf('APAgentChangedEvent', {
      organizationId,
      id: AGENT.id,
      version,
      ...(displayName !== undefined && { displayName }),
      active: true,
      removed: displayName === undefined,
    }),
  )
}

/** Stores the template `visit`. */
const inWords = (applicationId: string, words: object) =>
  service.call('PUT', `/api/v2/applications/${applicationId}/templates/visit`, {
    caller: aCaller({ roles: ['ROLE_CLIENT_SERVICE'] }),
    body: { locales: { en: words } },
  })

/** The mail about a booking, in these words if there are any. */
async function mailOf(words?: object) {
  const application = await service.know(
    anApplication({
      schedules: [],
      types: { CREATE: { channels: ['EMAIL'], ...(words && { templateKey: 'visit' }) } },
    }),
  )
  if (words) await inWords(application.id, words)
  const customer = aCustomer()
  const { event, appointment } = scheduled(application, { customers: [customer] })
  await service.publish(event)
  await service.quiet(appointment.id)
  return service.smtp.waitFor(({ to }) => to.includes(customer.email!))
}
const words = { subject: 'Visit', heading: 'Your visit with [{{agent}}]', intro: 'See you.' }

it('shows the name of the agent in mails and templates while the directory has it', async () => {
  expect((await mailOf()).text).not.toContain('With:')
  expect((await mailOf(words)).text).toContain('Your visit with []')
  await named('Anna Berg')
  expect((await mailOf()).text).toContain('With: Anna Berg')
  expect((await mailOf(words)).text).toContain('Your visit with [Anna Berg]')
  await named(undefined)
  expect((await mailOf()).text).not.toMatch(/With:|Anna/)
  expect((await mailOf(words)).text).toContain('Your visit with []')
  const { rows } = await service.pool.query('SELECT display_name FROM agent_names')
  expect(rows).toEqual([{ display_name: null }])
})

it('does not show the name of an agent of another organization', async () => {
  await named('Cleo', 'org-1')
  expect((await mailOf()).text).not.toContain('Cleo')
})

it('shows the name of the agent in the last message about an erased appointment', async () => {
  await named('Anna Berg')
  const application = await service.know(
    anApplication({ schedules: [], types: { CANCELLED: { channels: ['EMAIL'] } } }),
  )
  const customer = aCustomer()
  const { event, appointment } = scheduled(application, { customers: [customer] })
  await service.publish(event)
  await service.quiet(appointment.id)
  service.smtp.clear()
  await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
  const mail = await service.smtp.waitFor(({ to }) => to.includes(customer.email!))
  expect(mail.text).toContain('With: Anna Berg')
})

it('masks the name of the agent in the contents of messages, because it is erased with the agent', async () => {
  await named('Anna Berg')
  const types = { CREATE: { channels: ['EMAIL' as const, 'SMS' as const], templateKey: 'visit' } }
  const application = await service.know(anApplication({ schedules: [], types }))
  await inWords(application.id, { ...words, sms: 'Your visit with {{agent}}' })
  const { appointment } = await service.book(application)
  const contentOf = async (channel: 'EMAIL' | 'SMS') => {
    const { id } = await service.rowOf(appointment.id, 'CREATE', channel)
    return service.call('GET', `/api/v2/notifications/${id}/content`)
  }
  const { text, body } = await contentOf('EMAIL')
  expect(text).toContain('With: ********')
  expect(text).not.toContain('Anna')
  const { htmlUrl } = body as unknown as { htmlUrl: string }
  expect(await (await fetch(service.url + htmlUrl)).text()).not.toContain('Anna')
  expect((await contentOf('SMS')).text).toContain('Your visit with ********')
})
