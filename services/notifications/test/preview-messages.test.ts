import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { messagePreview, notificationTypes, type Caller } from '@appointments/contracts'
import { aCaller, anApplication, eventOf } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

async function preview(applicationId: string, body: object, caller: Caller = aCaller()) {
  const response = await service.call('POST', `/api/v2/applications/${applicationId}/message-previews`, {
    caller,
    body,
  })
  return { ...response, preview: response.body as unknown as z.infer<typeof messagePreview> }
}

const pageOf = async (path: string) => (await fetch(service.url + path)).text()

it.each(notificationTypes)('shows the mail and the SMS of %s in each language', async (type) => {
  const { id } = await service.know(anApplication())
  for (const locale of ['en-GB', 'de-DE', 'fr-FR']) {
    const { status, preview: shown } = await preview(id, { type, locale })
    expect(status).toBe(200)
    expect(messagePreview.parse(shown)).toEqual(shown)
    expect(shown.sms.segments).toBeGreaterThan(0)
    const html = await pageOf(shown.mail.url)
    expect(html).toContain(`lang="${locale.slice(0, 2)}`)
    expect(html + shown.mail.text + shown.sms.body).not.toMatch(/\/(manage|join|unsubscribe)\/\w/)
  }
})

it('shows an earlier time only in a message about a new time', async () => {
  const { id } = await service.know(anApplication())
  const text = async (type: string) => (await preview(id, { type, locale: 'en-GB' })).preview.mail.text
  expect(await text('RESCHEDULE')).toMatch(/^Before: /m)
  for (const type of ['CREATE', 'REMINDER', 'CANCELLED']) expect(await text(type)).not.toMatch(/^Before: /m)
})

it('shows the link to join in a message about an open room', async () => {
  const { id } = await service.know(anApplication())
  const { mail } = (await preview(id, { type: 'ROOM', locale: 'en-GB' })).preview
  expect(mail.subject).toMatch(/^Your video call: /)
  expect(mail.text).toMatch(/^Join the video call:\n\S+\/join\/\*/m)
})

it('uses stored settings, and settings that are not stored yet', async () => {
  const { id } = await service.know(anApplication({ from: { emailName: 'Stored Name' } }))
  const brand = { name: 'Stored Brand', accent: '#0a6e5c' }
  await service.publish(
    eventOf('APPresentationChangedEvent', {
      presentation: {
        applicationId: id,
        version: 1,
        brand,
        booking: { enabled: false, codeBy: ['EMAIL'] },
        allowedOrigins: [],
      },
    }),
  )
  const stored = await preview(id, { type: 'CREATE', locale: 'en-GB' })
  expect(await pageOf(stored.preview.mail.url)).toContain('Stored Brand')
  const patch = { presentation: { brand: { name: 'Another Brand', supportPhone: '+4930123456' } } }
  const patched = await preview(id, { type: 'CREATE', locale: 'en-GB', patch })
  const html = await pageOf(patched.preview.mail.url)
  expect(html).toContain('Another Brand')
  expect(html).toContain('+4930123456')
  // null restores the default, here the name of the sender
  const without = await preview(id, {
    type: 'CREATE',
    locale: 'en-GB',
    patch: { presentation: { brand: { name: null } } },
  })
  expect(await pageOf(without.preview.mail.url)).toContain('Stored Name')
  // nothing was stored
  expect((await preview(id, { type: 'CREATE', locale: 'en-GB' })).preview.mail.text).toBe(
    stored.preview.mail.text,
  )
})

it("uses the application's template for the type that the patch names", async () => {
  const { id } = await service.know(anApplication())
  await service.call('PUT', `/api/v2/applications/${id}/templates/visit`, {
    caller: aCaller({ roles: ['ROLE_CLIENT_SERVICE'] }),
    body: { locales: { en: { sms: 'Own words for {{name}}' } } },
  })
  const patch = { notifications: { types: { CREATE: { templateKey: 'visit' } } } }
  const { preview: shown } = await preview(id, { type: 'CREATE', locale: 'en', patch })
  expect(shown.sms.body).toBe('Own words for Ada')
})

it('reports every fault of the patched settings', async () => {
  const { id } = await service.know(anApplication())
  const { status, body } = await preview(id, {
    type: 'CREATE',
    locale: 'en',
    patch: {
      presentation: { brand: { accent: 'green', nonsense: 1 } },
      notifications: { quietHours: { start: '25:00' } },
    },
  })
  expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
  expect(body.errors.map(({ pointer }) => pointer).sort()).toEqual([
    '/patch/notifications/quietHours/start',
    '/patch/presentation/brand/accent',
    '/patch/presentation/brand/nonsense',
  ])
  expect(body.errors.map(({ code }) => code)).not.toContain('REQUIRED')
  const { rows } = await service.pool.query(
    `SELECT FROM previews WHERE page IS NOT NULL AND expires_at < $1`,
    [service.clock.current],
  )
  expect(rows).toEqual([])
})

it('responds with 404 to other organizations', async () => {
  const { id } = await service.know(anApplication({}, { organizationId: 'org-1' }))
  const { status, body } = await preview(
    id,
    { type: 'CREATE', locale: 'en' },
    aCaller({ organizationId: 'org-2' }),
  )
  expect([status, body.code]).toEqual([404, 'APPLICATION_NOT_FOUND'])
})
