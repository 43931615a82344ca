import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { languages, shell } from './shell.ts'

/* Tests the pure functions of the browser scripts, which are plain JavaScript checked by the tsconfig of their folder. */

const load = (name: string): Promise<unknown> => import(new URL(`./browser/${name}`, import.meta.url).href)

interface Wall {
  date: string
  time: string
}
interface Span {
  start: number
  end: number
}
const { instantsOf, knownZone, offsetAt, wallTimeAt } = (await load('zoned-time.js')) as {
  instantsOf: (wall: Wall, zone: string) => number[]
  knownZone: (zone: string) => string
  offsetAt: (instant: number, zone: string) => number
  wallTimeAt: (instant: number, zone: string) => Wall
}
const { aheadOf, formatLocale, lengthOf, haveSameTime, timesOf, zoneOf } = (await load('phrases.js')) as {
  aheadOf: (instant: number, now: number, locale: string) => string | undefined
  formatLocale: (language: string, appointment: string | undefined, visitor: readonly string[]) => string
  lengthOf: (span: Span, locale: string) => string
  haveSameTime: (span: Span, one: string, other: string) => boolean
  timesOf: (span: Span, zone: string, locale: string) => { day: string; hours: string }
  zoneOf: (instant: number, zone: string, locale: string) => string
}
const { changesSince, meaningOf, nameOf, pauseBefore, roomAddress, phaseOf } = (await load('phase.js')) as {
  changesSince: (before: object, now: object) => string[]
  nameOf: (appointment: { title?: string }, hasRoom: boolean, words: Record<string, unknown>) => string
  meaningOf: (error: { status: number; code: string }) => string
  pauseBefore: (start: number, now: number) => number
  roomAddress: (address: string) => string | undefined
  phaseOf: (
    appointment: { state: string; start: string; end: string },
    room: { url: string; expires: string } | undefined,
    now: number,
  ) => string
}
const { allWords, wordsFor } = (await load('words.js')) as {
  allWords: readonly Record<string, unknown>[]
  wordsFor: (...tags: (string | undefined)[]) => { language: string }
}

const VIDEO = /video|visio/i
const at = (text: string) => Date.parse(text)
const wall = (text: string): Wall => ({ date: text.slice(0, 10), time: text.slice(11) })
const instants = (text: string, zone: string) =>
  instantsOf(wall(text), zone).map((one) => new Date(one).toISOString())
const plain = (text: string) => text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ')

describe('a local time in a zone', () => {
  it.each([
    ['2026-01-15T10:00', 'Europe/Berlin', '2026-01-15T09:00:00.000Z'],
    ['2026-07-15T10:00', 'Europe/Berlin', '2026-07-15T08:00:00.000Z'],
    ['2026-07-15T10:00', 'America/New_York', '2026-07-15T14:00:00.000Z'],
    ['2026-07-15T10:00', 'Asia/Kathmandu', '2026-07-15T04:15:00.000Z'],
    ['2026-07-15T10:00', 'Pacific/Kiritimati', '2026-07-14T20:00:00.000Z'],
    ['2026-07-15T10:00', 'UTC', '2026-07-15T10:00:00.000Z'],
    ['2028-02-29T00:00', 'Europe/Berlin', '2028-02-28T23:00:00.000Z'],
    ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ])('%s in %s occurs once', (text, zone, instant) => {
    expect(instants(text, zone)).toEqual([instant])
  })

  it.each([
    ['2026-03-29T02:00', 'Europe/Berlin'],
    ['2026-03-29T02:59', 'Europe/Berlin'],
    ['2026-03-08T02:30', 'America/New_York'],
    // half an hour
    ['2026-10-04T02:15', 'Australia/Lord_Howe'],
    // midnight
    ['2026-09-06T00:30', 'America/Santiago'],
    // a whole day
    ['2011-12-30T12:00', 'Pacific/Apia'],
  ])('%s in %s never occurs', (text, zone) => {
    expect(instants(text, zone)).toEqual([])
  })

  it.each([
    ['2026-10-25T02:00', 'Europe/Berlin', '2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z'],
    ['2026-10-25T02:59', 'Europe/Berlin', '2026-10-25T00:59:00.000Z', '2026-10-25T01:59:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  ])('%s in %s occurs twice, earlier instant first', (text, zone, first, second) => {
    expect(instants(text, zone)).toEqual([first, second])
  })

  it.each(['2026-02-30T10:00', 'T10:00', '2026-07-15T', '2026-07-15T25:00'])('%s is invalid', (text) => {
    const [date = '', time = ''] = text.split('T')
    expect(instantsOf({ date, time }, 'Europe/Berlin')).toEqual([])
  })

  it('leads back to its instant for any instant and zone', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const minutes = fc.integer({ min: at('2000-01-01') / 60_000, max: at('2050-01-01') / 60_000 })
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const instant = minute * 60_000
        const found = instantsOf(wallTimeAt(instant, zone), zone)
        expect(found).toContain(instant)
        expect(found).toEqual([...found].sort((a, b) => a - b))
      }),
      { numRuns: 300 },
    )
  })

  it('is in UTC if the browser does not know the zone', () => {
    expect(knownZone('Europe/Berlin')).toBe('Europe/Berlin')
    expect(knownZone('Mars/Olympus')).toBe('UTC')
    expect(offsetAt(at('2026-07-15'), 'Europe/Berlin')).toBe(7_200_000)
  })
})

describe('times as text', () => {
  const span = { start: at('2026-11-25T09:00:00Z'), end: at('2026-11-25T09:30:00Z') }

  it('have one day if start and end are on the same day', () => {
    const { day, hours } = timesOf(span, 'Europe/Berlin', 'de')
    expect([day, plain(hours)]).toEqual(['Mittwoch, 25. November 2026', '10:00–10:30 Uhr'])
  })

  it('have both days if the end is on another day', () => {
    const { day, hours } = timesOf({ ...span, end: span.end + 86_400_000 }, 'Europe/Berlin', 'de')
    expect(day).toBe('Mittwoch, 25. November 2026')
    expect(plain(hours)).toMatch(/^10:00 – 26\. November 2026 \S+ 10:30/)
  })

  it('include the zone with its offset', () => {
    expect(zoneOf(span.start, 'Europe/Berlin', 'en')).toBe(
      'Central European Standard Time (Europe/Berlin, UTC+01:00)',
    )
    expect(zoneOf(span.start, 'America/St_Johns', 'en')).toMatch(/\(America\/St_Johns, UTC−03:30\)$/)
  })

  it('need the time of the visitor only if it differs', () => {
    expect(haveSameTime(span, 'Europe/Berlin', 'Europe/Vienna')).toBe(true)
    expect(haveSameTime(span, 'Europe/Berlin', 'Europe/London')).toBe(false)
  })

  it.each([
    [30 * 60, 'en', '30 minutes'],
    [90 * 60, 'de', '1 Stunde, 30 Minuten'],
    [26.5 * 3600, 'fr', '1 jour, 2 heures et 30 minutes'],
    [45, 'en', '45 seconds'],
  ])('a duration of %d seconds in %s', (seconds, locale, words) => {
    expect(plain(lengthOf({ start: 0, end: seconds * 1000 }, locale))).toBe(words)
  })

  it.each([
    [0, undefined],
    [20, 'in 1 minute'],
    [25 * 60, 'in 25 minutes'],
    [80 * 60, 'in 80 minutes'],
    [5 * 3600, 'in 5 hours'],
    [3 * 86_400, 'in 3 days'],
  ])('an instant %d seconds ahead', (seconds, words) => {
    expect(aheadOf(seconds * 1000, 0, 'en')).toBe(words)
  })

  it('follow the region of the appointment, otherwise of the visitor, in the language of the page', () => {
    expect(formatLocale('de', 'de-AT', ['de-CH'])).toBe('de-AT')
    expect(formatLocale('en', 'en', ['de-DE', 'en-GB'])).toBe('en-GB')
    expect(formatLocale('fr', undefined, ['en-US'])).toBe('fr')
  })
})

describe('the phase of an appointment', () => {
  const now = at('2026-11-25T09:15:00Z')
  const appointment = { state: 'SCHEDULED', start: '2026-11-25T09:00:00Z', end: '2026-11-25T09:30:00Z' }
  const room = { url: 'https://video.example/r', expires: '2026-11-25T13:30:00Z' }
  const activated = { ...appointment, state: 'ACTIVATED' }

  it.each([
    ['before its start', appointment, undefined, now - 3_600_000, 'waiting'],
    ['without a room', appointment, undefined, now, 'running'],
    ['with a room', activated, room, now, 'open'],
    ['with a room, after its end', activated, room, now + 3_600_000, 'open'],
    ['when the room is closed', activated, room, now + 5 * 3_600_000, 'over'],
    ['after its end', appointment, undefined, at(appointment.end), 'over'],
    ['cancelled', { ...appointment, state: 'CANCELLED' }, undefined, now, 'cancelled'],
    ['aborted', { ...appointment, state: 'ABORTED' }, undefined, now, 'failed'],
  ])('%s', (_case, one, its, when, phase) => {
    expect(phaseOf(one, its, when)).toBe(phase)
  })

  it.each([
    [0, '', 'trouble'],
    [503, 'UNAVAILABLE', 'trouble'],
    [502, '', 'trouble'],
    [409, 'REQUEST_IN_PROGRESS', 'trouble'],
    [429, 'RATE_LIMITED', 'busy'],
    [403, 'MANAGE_TICKET_STALE', 'gone'],
    [409, 'INVALID_STATE', 'ended'],
    [409, 'SLOT_TAKEN', 'taken'],
    [403, 'CANCEL_CUTOFF_PASSED', 'tooLate'],
    [400, 'SCHEDULE_IN_PAST', 'past'],
    [400, 'SCHEDULE_TOO_FAR', 'tooFar'],
    [400, 'VALIDATION_FAILED', 'invalid'],
  ])('after an error %d %s means %s', (status, code, meaning) => {
    expect(meaningOf({ status, code })).toBe(meaning)
  })

  it('is refreshed more often the nearer the start', () => {
    expect([7200, 1200, 60, -60].map((seconds) => pauseBefore(seconds * 1000, 0))).toEqual([
      300_000, 60_000, 15_000, 15_000,
    ])
  })

  it('opens only rooms with web addresses', () => {
    expect(roomAddress(room.url)).toBe(room.url)
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'nonsense'])
      expect(roomAddress(address)).toBeUndefined()
  })
})

describe('the words', () => {
  const shapeOf = (words: unknown): unknown =>
    typeof words === 'object' && words !== null
      ? Object.fromEntries(Object.entries(words).map(([name, word]) => [name, shapeOf(word)]))
      : typeof words
  const textsOf = (words: unknown): string[] => {
    if (typeof words === 'function') return [(words as (text: string) => string)('12:34')]
    return typeof words === 'object' && words !== null
      ? Object.values(words).flatMap(textsOf)
      : [String(words)]
  }

  it('are complete in every language', () => {
    const [first, ...others] = allWords
    for (const other of others) expect(shapeOf(other)).toEqual(shapeOf(first))
    for (const words of allWords) expect(textsOf(words).filter((text) => text.trim() === '')).toEqual([])
  })

  it('contain their parameters', () => {
    for (const words of allWords) {
      const withParameter = textsOf(words).filter((text) => text.includes('12:34'))
      expect(withParameter).toHaveLength(9)
    }
  })

  it('mention a video call only if the appointment has a room [H7] [H9.8]', () => {
    for (const words of allWords) {
      expect(nameOf({}, true, words)).toMatch(VIDEO)
      expect(nameOf({}, false, words)).not.toMatch(VIDEO)
      expect(nameOf({ title: 'Loan' }, true, words)).toBe('Loan')
      const { joinTitle: _, join, ...others } = words as { joinTitle: string; join: { enter: string } }
      const { enter, ...whileWaiting } = join
      expect(enter).toMatch(VIDEO)
      expect(textsOf([others, whileWaiting]).filter((text) => VIDEO.test(text))).toEqual([])
    }
  })

  it.each(['manage', 'join'] as const)('of the document of %s mention no video call [H7]', (page) => {
    for (const language of languages) expect(shell(page, language, '')).not.toMatch(VIDEO)
  })

  it.each([
    [['de-AT', 'en'], 'de'],
    [['es', 'fr'], 'fr'],
    [[undefined, 'DE'], 'de'],
    [['es'], 'en'],
    [[], 'en'],
  ])('for tags %j are in %s', (tags, language) => {
    expect(wordsFor(...tags).language).toBe(language)
  })
})

describe('a page that shows an older state of the appointment', () => {
  const seen = { start: '2027-01-12T09:00:00Z', end: '2027-01-12T09:30:00Z', timezone: 'UTC', title: 'Loan' }

  it.each([
    [{ start: '2027-01-13T09:00:00Z', end: '2027-01-13T09:30:00Z' }, ['time']],
    [{ timezone: 'Europe/Berlin' }, ['time']],
    [{ title: 'Mortgage' }, ['title']],
    [{ title: undefined, start: '2027-01-12T08:00:00Z' }, ['time', 'title']],
    [{ state: 'ACTIVATED' }, ['other']],
  ])('shows what has changed: %j [H7]', (change, changes) => {
    expect(changesSince(seen, { ...seen, ...change })).toEqual(changes)
    expect(meaningOf({ status: 412, code: 'VERSION_MISMATCH' })).toBe('stale')
  })

  it('changes only the version it shows [H7]', async () => {
    const { openSession } = (await load('session.js')) as {
      openSession: (ticket: string) => Promise<{
        move: (start: number, key: string, version: number) => Promise<object>
        cancel: (reason: string, key: string, version: number) => Promise<object>
      }>
    }
    const unsigned = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
    const token = unsigned({ customer_manage_token: unsigned({ grant: { appointmentId: 'a-1' } }) })
    const sent: [path: string, headers: Record<string, string> | undefined][] = []
    vi.stubGlobal('fetch', (url: URL, { headers }: { headers?: Record<string, string> }) => {
      sent.push([url.pathname.split('/').at(-1)!, headers])
      return Promise.resolve(Response.json({ access_token: token }))
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const session = await openSession('ticket')
    await session.move(at('2027-01-13T09:00:00Z'), 'key-1', 7)
    await session.cancel('', 'key-2', 8)
    expect(sent.slice(1)).toMatchObject([
      ['reschedule', { 'if-match': '"7"', 'idempotency-key': 'key-1' }],
      ['cancel', { 'if-match': '"8"', 'idempotency-key': 'key-2' }],
    ])
  })
})

describe('the room of an appointment on the pages', () => {
  const roomWith = async (status: number, body: object) => {
    const { openSession } = (await load('session.js')) as {
      openSession: (ticket: string) => Promise<{ room: () => Promise<object | undefined> }>
    }
    const token = `h.${Buffer.from(JSON.stringify({ conferenceId: 'a-1' })).toString('base64url')}.s`
    const paths: string[] = []
    vi.stubGlobal('fetch', ({ pathname }: URL) => {
      paths.push(pathname)
      return Promise.resolve(
        pathname.endsWith('/security/oauth/token')
          ? Response.json({ access_token: token })
          : Response.json(body, { status }),
      )
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const session = await openSession('ticket')
    return { room: session.room(), paths }
  }

  it('is read with its own operation [H5.9]', async () => {
    const room = { url: 'https://video.example/r', expires: '2027-01-12T13:30:00Z' }
    const read = await roomWith(200, room)
    expect(await read.room).toEqual(room)
    expect(read.paths.at(-1)).toMatch(/\/api\/v2\/appointments\/a-1\/room$/)
  })

  it.each([
    [409, 'NOT_ACTIVATED'],
    [409, 'INVALID_STATE'],
    [404, 'APPOINTMENT_EXPIRED'],
  ])('is absent after %d %s', async (status, code) => {
    expect(await (await roomWith(status, { code })).room).toBeUndefined()
  })

  it('is unknown after any other error', async () => {
    await expect((await roomWith(503, { code: 'UNAVAILABLE' })).room).rejects.toMatchObject({ status: 503 })
  })
})
