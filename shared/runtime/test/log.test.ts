import { describe, expect, it } from 'vitest'
import { begin, createLog, enter, repeat, silentTracer } from '../src/index.ts'

/** A log with readable lines. */
function readableLog() {
  const lines: string[] = []
  const log = createLog('tests', 'debug', { write: (line) => void lines.push(line) })
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> }
}

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`

// personal data and credentials in the places where programs usually put them
const canaries = {
  address: 'canary.ada+x@post.example.com',
  phone: '+49 30 901820-77',
  dense: '+493090182077',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJl',
  ticket: 'cAnArYtIcKeT0123456789',
  secret: 'whsec_Y2FuYXJ5Y2FuYXJ5',
  password: 'canary-password',
}

describe('a log line', () => {
  it('carries the ids of its request and trace, even in asynchronous code', async () => {
    const { log, last } = readableLog()
    const entry = { name: 'x', kind: 'server', traceparent: TRACEPARENT, requestId: 'req-1' } as const
    await enter(silentTracer, entry, async () => {
      await new Promise((resolve) => setTimeout(resolve))
      log.warn({ n: 1 }, 'later')
    })
    expect(last()).toMatchObject({ requestId: 'req-1', traceId: TRACE_ID, n: 1, msg: 'later' })
    log.info('outside')
    expect(last()).not.toHaveProperty('traceId')
  })

  it('has a trace even if the caller sent none', () => {
    const { log, last } = readableLog()
    begin(silentTracer, { name: 'x', kind: 'server', traceparent: 'nonsense' }).run(() => log.info('begun'))
    expect(last().traceId).toMatch(/^[0-9a-f]{32}$/)
  })

  it('of a loop belongs to no request, even if a request woke the loop', async () => {
    const { log, lines, last } = readableLog()
    const turn = () => {
      log.info('turn')
      return Promise.resolve(undefined)
    }
    const loop = repeat('loop', 60_000, turn, log)
    begin(silentTracer, { name: 'x', kind: 'server', requestId: 'req-1' }).run(() => loop.wake())
    await loop.stop()
    expect(lines).toHaveLength(1)
    expect(last()).not.toHaveProperty('requestId')
  })
})

describe('personal data is removed from', () => {
  const { address, phone, dense, jwt, ticket, secret, password } = canaries
  const axiosLike = Object.assign(
    new Error(`connect failed for https://hooks.example.com/in/${ticket}?k=${ticket}`),
    {
      code: 'ECONNRESET',
      config: {
        url: `https://hooks.example.com/in/${ticket}`,
        headers: { Authorization: `Bearer ${jwt}` },
        data: address,
      },
      response: { data: { email: address } },
    },
  )
  const pgLike = Object.assign(new Error('duplicate key value violates unique constraint "one"'), {
    name: 'DatabaseError',
    code: '23505',
    detail: `Key (email)=(${address}) already exists.`,
    where: `COPY contacts, line 1: "${address}"`,
  })
  const smtpLike = Object.assign(new Error(`550 5.1.1 <${address}>: Recipient address rejected`), {
    code: 'EENVELOPE',
    response: `550 <${address}>`,
    rejected: [address],
  })
  const lines: [string, object, string?][] = [
    ['an error of an HTTP client', { err: axiosLike }],
    ['an error of the database', { err: pgLike }],
    ['an error of the mail server', { err: smtpLike }],
    ['the cause of an error', { err: new Error('outer', { cause: smtpLike }) }],
    ['an aggregate error', { err: new AggregateError([smtpLike, pgLike], 'all failed') }],
    ['a free-text reason', { reason: `The 'To' number ${phone} is not valid, nor is ${dense}` }],
    [
      'fields, however deep',
      { a: { b: { c: [{ primaryEmail: 'x', email: address, phone: dense, to: dense }] } } },
    ],
    ['names', { customer: { firstName: password, lastName: password, username: password } }],
    ['a one-time password', { message: { code: '482913' } }],
    ['tokens', { header: `Bearer ${jwt}`, basic: `Basic ${Buffer.from('id:482913').toString('base64')}` }],
    ['a token without a scheme', { given: jwt }],
    ['links', { link: `https://book.example.com/manage/${ticket}`, path: `/join/${ticket}` }],
    ['keys', { made: secret }],
    ['a row that the database rejects', { reason: `Key (username)=(${password}) already exists.` }],
    [
      'addresses with a password',
      { at: `amqp://guest:${password}@rabbit:5672`, db: `postgres://u:${password}@db/x` },
    ],
    ['the log message', {}, `sent to ${address} and ${dense}`],
    [
      'text written by people',
      { body: password, title: password, notes: password, metadata: { k: password } },
    ],
  ]

  it.each(lines)('%s', (_, fields, message = 'test') => {
    const { log, lines: written } = readableLog()
    log.error(fields, message)
    const [line = ''] = written
    for (const canary of [...Object.values(canaries), '482913', 'aWQ6NDgyOTEz', 'post.example.com'])
      expect(line).not.toContain(canary)
  })

  it('leaves the data that operators need: type, code and stack of an error, ids and times', () => {
    const { log, last } = readableLog()
    log.error(
      { err: pgLike, notification: 'ntf_0190', status: 503, at: '2027-01-09T09:00:00.000+02:00' },
      'failed',
    )
    expect(last()).toMatchObject({
      level: 50,
      service: 'tests',
      msg: 'failed',
      notification: 'ntf_0190',
      status: 503,
      at: '2027-01-09T09:00:00.000+02:00',
      err: {
        type: 'DatabaseError',
        code: '23505',
        message: 'duplicate key value violates unique constraint "one"',
        stack: expect.stringContaining('log.test.ts') as string,
      },
    })
    log.info({ address: 'http://127.0.0.1:8080' }, 'ready')
    expect(last().address).toBe('http://127.0.0.1:8080')
  })
})
