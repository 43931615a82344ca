import { afterAll, beforeAll, expect, it } from 'vitest'
import { notificationContent, type Application, type NotificationChannel } from '@appointments/contracts'
import { aCaller, anAgent, anApplication, eventOf, next } from './builders.ts'
import { PUBLIC_URL, runNotifications, type Running } from './running-service.ts'
import type { z } from 'zod'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

type Content = z.infer<typeof notificationContent> & { code: string }

async function book(
  application: Application = anApplication({ types: { CREATE: { channels: ['EMAIL', 'SMS'] } } }),
) {
  await service.know(application)
  const made = await service.book(application)
  const idOf = async (channel: NotificationChannel) =>
    (await service.rowOf(made.appointment.id, 'CREATE', channel)).id
  return { ...made, idOf }
}

const contentOf = async (id: string, caller = aCaller()) => {
  const response = await service.call('GET', `/api/v2/notifications/${id}/content`, { caller })
  return { ...response, body: response.body as unknown as Content }
}

it('shows the text of a mail without the links of its customer', async () => {
  const { customer, idOf } = await book()
  const { status, body } = await contentOf(await idOf('EMAIL'))
  expect(status).toBe(200)
  expect(notificationContent.parse(body)).toEqual(body)
  const mail = await service.smtp.waitFor(({ to }) => to.includes(customer.email!))
  expect(body.subject).toBe(mail.subject)
  expect(mail.text).toMatch(/\/manage\/[\w-]{20,}/)
  expect(body.text).toContain(`${PUBLIC_URL}/manage/********`)
  expect(body.text).toContain('Mortgage consultation')
})

it('shows the mail for ten minutes in a sandbox that runs no script', async () => {
  const { idOf } = await book()
  const { body } = await contentOf(await idOf('EMAIL'))
  const page = await fetch(service.url + body.htmlUrl!)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const policy = page.headers.get('content-security-policy')!
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      "frame-ancestors 'self'",
      'sandbox',
    ]),
  )
  expect(html).toContain('Mortgage consultation')
  expect(html).not.toMatch(/\/(manage|join|unsubscribe)\/\w/)
  service.advance(600_000)
  const late = await fetch(service.url + body.htmlUrl!)
  expect(late.status).toBe(404)
  expect(((await late.json()) as Content).code).toBe('PREVIEW_NOT_FOUND')
})

it('creates a preview address that cannot be guessed and that no table contains', async () => {
  const { idOf } = await book()
  const id = await idOf('EMAIL')
  const urls = [(await contentOf(id)).body.htmlUrl!, (await contentOf(id)).body.htmlUrl!]
  expect(new Set(urls).size).toBe(2)
  for (const url of urls) expect(url).toMatch(/^\/previews\/[\w-]{32}$/)
  const { rows } = await service.pool.query('SELECT * FROM previews')
  for (const url of urls) expect(JSON.stringify(rows)).not.toContain(url.split('/').at(-1))
  expect((await fetch(`${service.url}/previews/unknown`)).status).toBe(404)
})

it('shows the segments of an SMS', async () => {
  const { idOf } = await book()
  const { body } = await contentOf(await idOf('SMS'))
  expect(body).toMatchObject({ encoding: 'GSM-7', segments: expect.any(Number) as number })
  expect(body).not.toHaveProperty('htmlUrl')
  expect(body.text).not.toMatch(/\/(manage|join)\/\w/)
})

it('shows the body of a webhook', async () => {
  const application = await service.know(anApplication({ types: { CREATE: { channels: ['WEBHOOKS'] } } }))
  const { receiver } = await service.listen(application.id)
  const { idOf } = await book(application)
  const { body } = await contentOf(await idOf('WEBHOOKS'))
  expect(body.text).toBe(receiver.deliveries()[0]!.body)
  expect(body).not.toHaveProperty('headers')
})

it('has no content before a message is sent, or after its appointment is erased', async () => {
  const { appointment, idOf } = await book(anApplication({ types: { CREATE: { channels: ['EMAIL'] } } }))
  const reminder = (await service.rowsOf(appointment.id)).find(({ type }) => type === 'REMINDER')!
  for (const id of [reminder.id]) {
    const { status, body, text } = await contentOf(id)
    expect([status, body.code]).toEqual([409, 'CONTENT_GONE'])
    expect(text).toContain('was not sent')
  }
  const id = await idOf('EMAIL')
  const { htmlUrl } = (await contentOf(id)).body
  await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
  expect((await contentOf(id)).status).toBe(404)
  expect((await fetch(service.url + htmlUrl!)).status).toBe(404)
})

it('shows the content only to supervisors and assigned agents of the organization', async () => {
  const { idOf } = await book(anApplication({ schedules: [] }, { organizationId: 'org-1' }))
  const id = await idOf('EMAIL')
  const of = (organizationId: string) => ({ organizationId })
  for (const caller of [aCaller(of('org-1')), anAgent('agent-7', of('org-1'))])
    expect((await contentOf(id, caller)).status).toBe(200)
  for (const caller of [aCaller(of('org-2')), anAgent('agent-8', of('org-1'))]) {
    const { status, body } = await contentOf(id, caller)
    expect([status, body.code]).toEqual([404, 'NOTIFICATION_NOT_FOUND'])
  }
  expect((await contentOf('ntf_unknown')).body.code).toBe('NOTIFICATION_NOT_FOUND')
})
