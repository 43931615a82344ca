import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Appointment } from './appointment.ts'
import { openSession } from './session.ts'

const unsigned = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
const manageToken = unsigned({ customer_manage_token: unsigned({ grant: { appointmentId: 'a-1' } }) })
const roomToken = unsigned({ conferenceId: 'a-1' })

interface Sent {
  path: string
  headers: Headers
  body: string
}

/** A server that exchanges tickets, and sends the response of the test to any other request. */
function server(token: string, respond: (path: string) => Response): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (path: string, { headers, body }: RequestInit) => {
    const text = body instanceof URLSearchParams ? body.toString() : ((body ?? '') as string)
    sent.push({ path, headers: new Headers(headers), body: text })
    return Promise.resolve(
      path.endsWith('/security/oauth/token') ? Response.json({ access_token: token }) : respond(path),
    )
  })
  return sent
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: { root: '/below' } } })
  onTestFinished(() => void vi.unstubAllGlobals())
})

const seen = { id: 'a-1', version: 7 } as Appointment

describe('a session', () => {
  it('changes only the version that the customer has seen [H7]', async () => {
    const sent = server(manageToken, () => Response.json(seen))
    const session = await openSession('ticket')
    await session.move(seen, { start: Date.parse('2027-01-13T09:00:00Z') }, 'key-1')
    await session.cancel({ ...seen, version: 8 }, '', 'key-2')
    const [exchange, move, cancel] = sent
    expect(exchange?.path).toBe('/below/security/oauth/token')
    expect([move?.path, cancel?.path]).toEqual([
      '/below/api/v2/appointments/reschedule',
      '/below/api/v2/appointments/a-1/cancel',
    ])
    expect([move?.headers.get('if-match'), move?.headers.get('idempotency-key')]).toEqual(['"7"', 'key-1'])
    expect([cancel?.headers.get('if-match'), cancel?.headers.get('idempotency-key')]).toEqual([
      '"8"',
      'key-2',
    ])
  })

  it('does not allow changes if its ticket is for the room', async () => {
    server(roomToken, () => Response.json(seen))
    expect((await openSession('ticket')).mayManage).toBe(false)
  })

  it('exchanges its ticket once more when the token has expired', async () => {
    let isFirst = true
    const sent = server(manageToken, () => {
      const response = isFirst
        ? Response.json({ code: 'UNAUTHORIZED' }, { status: 401 })
        : Response.json(seen)
      isFirst = false
      return response
    })
    expect(await (await openSession('ticket')).appointment()).toEqual(seen)
    expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['token', 'a-1', 'token', 'a-1'])
  })

  it.each(['NOT_ACTIVATED', 'INVALID_STATE', 'APPOINTMENT_EXPIRED'])('has no room after %s', async (code) => {
    server(roomToken, () => Response.json({ code }, { status: 409 }))
    expect(await (await openSession('ticket')).room()).toBeUndefined()
  })

  it('reports other errors, and when another attempt is allowed', async () => {
    server(roomToken, () =>
      Response.json({ code: 'RATE_LIMITED' }, { status: 429, headers: { 'retry-after': '60' } }),
    )
    const before = Date.now()
    const error: unknown = await (await openSession('ticket')).room().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect((error as { retryAt: number }).retryAt).toBeGreaterThanOrEqual(before + 60_000)
  })

  it.each([
    [undefined, 'TICKET_GONE'],
    ['REPLACED', 'TICKET_REPLACED'],
    ['CANCELLED', 'TICKET_CANCELLED'],
    ['OVER', 'TICKET_OVER'],
    ['UNKNOWN', 'TICKET_UNKNOWN'],
    ['SOMETHING_NEW', 'TICKET_GONE'],
  ])('rejects an invalid ticket, with the reason %s', async (reason, code) => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ error: 'invalid_request', reason }, { status: 400 })),
    )
    await expect(openSession('ticket')).rejects.toMatchObject({ code })
  })

  it('moves to a held time', async () => {
    const sent = server(manageToken, () => Response.json(seen))
    const session = await openSession('ticket')
    await session.move(seen, { start: Date.parse('2027-01-13T09:00:00Z'), holdId: 'hold_1' }, 'key-1')
    expect(JSON.parse(sent.at(-1)!.body)).toEqual({
      id: 'a-1',
      start: '2027-01-13T09:00:00.000Z',
      holdId: 'hold_1',
    })
  })

  it('continues with the link that replaces its own', async () => {
    const replaceState = vi.fn()
    vi.stubGlobal('history', { state: null, replaceState })
    vi.stubGlobal('location', { search: '?lang=de' })
    const addEventListener = vi.fn<(type: string, listener: () => void) => void>()
    vi.stubGlobal('addEventListener', addEventListener)
    const sent = server(manageToken, () => Response.json(seen))
    const session = await openSession('ticket')
    await session.follow('https://service.example/below/manage/next')
    expect(new URLSearchParams(sent.at(-1)!.body).get('subject_token')).toBe('next')
    expect(replaceState).toHaveBeenCalledWith(null, '', '/below/manage/next?lang=de')

    // Back to an entry with the old link
    const [type, keepAddress] = addEventListener.mock.calls[0]!
    expect(type).toBe('popstate')
    keepAddress()
    expect(replaceState).toHaveBeenCalledTimes(2)
    expect(replaceState).toHaveBeenLastCalledWith(null, '', '/below/manage/next?lang=de')
  })

  it.each([
    [200, { policy: 'OFF' }, 'anyTime'],
    [200, { policy: 'WARN' }, 'freeTimes'],
    [200, { policy: 'ENFORCE' }, 'freeTimes'],
    [404, { code: 'CALENDAR_NOT_FOUND', policy: 'OFF' }, 'anyTime'],
    [404, { code: 'CALENDAR_NOT_FOUND', policy: 'ENFORCE' }, 'contact'],
  ])('offers the way to move that fits the calendar: %d %j → %s', async (status, body, way) => {
    const sent = server(manageToken, () => Response.json(body, { status }))
    const appointment = { applicationId: 'shop' } as Appointment
    expect(await (await openSession('ticket')).wayToMove(appointment)).toBe(way)
    expect(sent.at(-1)?.path).toContain('applicationId=shop')
  })

  it('sets only the presence of its own participant', async () => {
    const sent = server(unsigned({ conferenceId: 'a-1', participantId: 'p/1' }), () => Response.json(seen))
    await (await openSession('ticket')).setPresence('JOINED')
    expect(sent.at(-1)!.path).toBe('/below/api/v2/appointments/a-1/participants/p%2F1?state=JOINED')
    const other = server(roomToken, () => Response.json(seen))
    await (await openSession('ticket')).setPresence('JOINED')
    expect(other).toHaveLength(1)
  })
})
