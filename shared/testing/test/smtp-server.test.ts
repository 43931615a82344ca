import nodemailer from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startSmtpServer } from '@appointments/testing'
import type { SmtpFake, SmtpFault } from '@appointments/testing'

let smtp: SmtpFake
beforeEach(async () => {
  smtp = await startSmtpServer()
})
afterEach(() => smtp.stop())

interface Failure {
  responseCode?: number
  code?: string
  command?: string
}

function client(timeoutMs = 10_000) {
  const transport = nodemailer.createTransport({
    url: smtp.url,
    socketTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
  })
  onTestFinished(() => transport.close())
  return transport
}

const mail = { from: 'clinic@example.com', to: 'ada@example.com', subject: 'Hello', text: 'See you.' }

const failureOf = (sent: Promise<unknown>): Promise<Failure> =>
  sent.then(
    () => ({}),
    (error: unknown) => error as Failure,
  )

describe('the SMTP server', () => {
  it('forgets planned faults, and still knows which addresses it has greylisted', async () => {
    const greylisted = { ...mail, to: 'greylist@example.com' }
    expect(await failureOf(client().sendMail(greylisted))).toMatchObject({ responseCode: 451 })
    smtp.script({ at: 'rcpt', does: { reply: 452 }, times: 10 })
    smtp.forgetPlans()
    expect(await failureOf(client().sendMail(greylisted))).toEqual({})
    expect(smtp.messages()).toHaveLength(1)
  })

  it('keeps a received mail with envelope, text, HTML, headers and the calendar alternative', async () => {
    const invitation = 'BEGIN:VCALENDAR\nMETHOD:REQUEST\nSUMMARY:Prüfung\nEND:VCALENDAR\n'
    await client().sendMail({
      from: '"The Clinic" <clinic@example.com>',
      to: 'Ada <ada@example.com>',
      bcc: 'hidden@example.com',
      subject: 'Grüße',
      text: 'Bis bald, schöne Grüße',
      html: '<p>Bis <b>bald</b></p>',
      headers: { 'X-Appointment': 'a1' },
      icalEvent: { method: 'REQUEST', content: invitation.replaceAll('\n', '\r\n') },
      attachments: [{ filename: 'map.bin', content: Buffer.from([0, 255, 1]) }],
    })
    const received = await smtp.waitFor(({ subject }) => subject === 'Grüße')
    expect(received).toMatchObject({
      from: 'clinic@example.com',
      to: ['ada@example.com', 'hidden@example.com'],
      html: '<p>Bis <b>bald</b></p>\n',
      headers: { 'x-appointment': 'a1', to: 'Ada <ada@example.com>' },
    })
    expect(received.text).toContain('schöne Grüße')
    expect(received.raw).toContain('X-Appointment: a1')
    const calendar = received.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
    expect(calendar).toMatchObject({ method: 'REQUEST', encoding: 'utf8', content: invitation })
    const map = received.attachments.find(({ filename }) => filename === 'map.bin')
    expect(map).toMatchObject({ encoding: 'base64', content: 'AP8B', disposition: 'attachment' })
  })

  it('waits for a message that arrives later, and rejects with a reason after the limit', async () => {
    const awaited = smtp.waitFor(({ to }) => to.includes('ada@example.com'))
    await client().sendMail(mail)
    expect((await awaited).subject).toBe('Hello')
    await expect(smtp.waitFor(() => false, 20)).rejects.toThrow('none of 1 mails fits after 20 ms')
  })

  it('accepts any user and password', async () => {
    const url = new URL(smtp.url)
    const transport = nodemailer.createTransport({
      host: url.hostname,
      port: Number(url.port),
      auth: { user: 'someone', pass: 'something' },
    })
    await transport.sendMail(mail)
    transport.close()
    expect(smtp.messages()).toHaveLength(1)
  })

  it.each([
    { to: '550@example.com', code: 550, command: 'RCPT TO' },
    { to: '452@example.com', code: 452, command: 'RCPT TO' },
    { to: '554-end@example.com', code: 554, command: 'DATA' },
    { to: '451-body@example.com', code: 451, command: 'DATA' },
  ])('rejects $to with the code in the address', async ({ to, code, command }) => {
    const failure = await failureOf(client().sendMail({ ...mail, to }))
    expect(failure).toMatchObject({ responseCode: code, command })
    expect(smtp.messages()).toEqual([])
  })

  it('rejects a sender with the code in the address', async () => {
    const failure = await failureOf(client().sendMail({ ...mail, from: '553@example.com' }))
    expect(failure).toMatchObject({ responseCode: 553, command: 'MAIL FROM' })
  })

  it('accepts one recipient and rejects the other', async () => {
    const info = await client().sendMail({ ...mail, to: ['ada@example.com', '550@example.com'] })
    expect(info.rejected).toEqual(['550@example.com'])
    expect(smtp.messages()).toMatchObject([{ to: ['ada@example.com'] }])
  })

  it('rejects a greylisted recipient once', async () => {
    const greylisted = { ...mail, to: 'greylist@example.com' }
    expect(await failureOf(client().sendMail(greylisted))).toMatchObject({ responseCode: 451 })
    expect(await failureOf(client().sendMail(greylisted))).toEqual({})
  })

  it.each(['mail', 'rcpt', 'end'] as const)('rejects at %s as often as scripted', async (at) => {
    smtp.script({ at, does: { reply: 421, text: '4.3.2 try later' }, times: 2 })
    expect(await failureOf(client().sendMail(mail))).toMatchObject({ responseCode: 421 })
    expect(await failureOf(client().sendMail(mail))).toMatchObject({ responseCode: 421 })
    expect(await failureOf(client().sendMail(mail))).toEqual({})
    expect(smtp.messages()).toHaveLength(1)
  })

  it('applies a scripted fault only to its recipient', async () => {
    smtp.script({ at: 'rcpt', does: { reply: 550 }, to: 'grace' })
    expect(await failureOf(client().sendMail(mail))).toEqual({})
    expect(await failureOf(client().sendMail({ ...mail, to: 'grace@example.com' }))).toMatchObject({
      responseCode: 550,
    })
  })

  const stages: SmtpFault['at'][] = ['connect', 'mail', 'rcpt', 'body', 'end']
  const misbehaviours = ['close', 'reset', 'hang'] as const
  it.each(stages.flatMap((at) => misbehaviours.map((does) => ({ at, does }))))(
    'can $does at $at, and keeps the message only if it was complete',
    async ({ at, does }) => {
      smtp.script({ at, does })
      // a short client timeout, because the server never replies
      const failure = await failureOf(client(does === 'hang' ? 400 : undefined).sendMail(mail))
      expect(failure.responseCode).toBeUndefined()
      expect(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT']).toContain(failure.code)
      expect(smtp.messages()).toHaveLength(at === 'end' ? 1 : 0)
    },
  )

  it('forgets messages and faults after clear', async () => {
    await client().sendMail(mail)
    smtp.script({ at: 'rcpt', does: { reply: 550 } })
    smtp.clear()
    await client().sendMail(mail)
    expect(smtp.messages()).toHaveLength(1)
  })
})
