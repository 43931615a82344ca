import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notificationChannels, notificationTypes } from '@appointments/contracts'
import type { Notification } from '../notification.ts'
import type { Outcome, Receipt } from './outcomes.ts'
import { retryDelayMs, retryDelaysMs, waitMs } from './retries.ts'
import {
  foundAtProvider,
  cancelFor,
  canRetry,
  afterReceipt,
  afterAttempt,
  type Transition,
} from './transition.ts'

const NOW = new Date('2027-01-04T08:00:00Z')

const aNotification = (fields: Partial<Notification> = {}): Notification => ({
  id: 'ntf_1',
  applicationId: 'app',
  appointmentId: 'apt',
  sourceEventId: 'evt',
  type: 'CREATE',
  channel: 'EMAIL',
  recipientKey: 'customer',
  recipientType: 'CUSTOMER',
  recipientName: 'Ada',
  status: 'PENDING',
  providerStatus: 'SENDING',
  providerId: null,
  message: null,
  reason: null,
  failureClass: null,
  retryCount: 0,
  attemptNo: 0,
  waitCount: 0,
  resubmissionCount: 0,
  redeliveryAskedAt: null,
  earlierRetries: 0,
  plannedOffset: null,
  scheduledFor: null,
  missedAfter: null,
  relevantUntil: new Date('2027-01-08T08:00:00Z'),
  nextRetryAt: null,
  nextPollAt: null,
  submittedAt: null,
  unknownSince: null,
  appointmentRevision: 1,
  inviteSequence: 0,
  context: {
    trigger: { operation: 'schedule', actor: {} },
    eventId: 'evt',
    at: NOW.toISOString(),
    revision: 2,
  },
  hasContent: true,
  sealedSource: null,
  createdAt: NOW,
  updatedAt: NOW,
  ...fields,
})

/** The notification as it is stored after a transition. */
const after = (
  notification: Notification,
  { steps: _, dueAt: __, ...transition }: Transition,
): Notification => ({
  ...notification,
  ...transition,
})

const text = fc.string({ maxLength: 600 })
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ kind: fc.constant('delivered' as const), providerStatus: fc.constant('OK') }),
  fc.record({
    kind: fc.constant('submitted' as const),
    providerStatus: fc.constant('queued'),
    providerId: fc.constant('SM1'),
  }),
  fc.record({ kind: fc.constant('transient' as const), providerStatus: fc.constant('X'), message: text }),
  fc.record({ kind: fc.constant('permanent' as const), providerStatus: fc.constant('X'), message: text }),
  fc.record({ kind: fc.constant('unknown' as const), providerStatus: fc.constant('X'), message: text }),
  fc.record({ kind: fc.constant('unavailable' as const), message: text }),
)
const receipt: fc.Arbitrary<Receipt> = fc.oneof(
  fc.record({ kind: fc.constant('waiting' as const), providerStatus: fc.constantFrom('queued', 'sent') }),
  fc.record({ kind: fc.constant('delivered' as const), providerStatus: fc.constant('delivered') }),
  fc.record({
    kind: fc.constant('undelivered' as const),
    providerStatus: fc.constant('failed'),
    message: text,
    isPermanent: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('cancelled' as const), providerStatus: fc.constant('canceled') }),
  fc.record({ kind: fc.constant('no_report' as const), message: text }),
)

describe('any sequence of outcomes', () => {
  it('leaves at most one thing pending, always ends, and then leaves nothing pending', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...notificationChannels),
        fc.constantFrom(...notificationTypes),
        fc.array(fc.tuple(outcome, receipt), { minLength: 60, maxLength: 60 }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (channel, type, rounds, chance) => {
          let notification = aNotification({ channel, type })
          let now = NOW
          for (const [sent, reported] of rounds) {
            const transition =
              notification.providerId === null
                ? afterAttempt(notification, sent, { now, chance })
                : afterReceipt(notification, reported, { now, chance })
            const isOver = ['DELIVERED', 'FAILED', 'CANCELLED'].includes(transition.status)
            expect(transition.dueAt === null).toBe(isOver)
            expect(transition.nextRetryAt === null || transition.nextPollAt === null).toBe(true)
            if (isOver) expect([transition.nextRetryAt, transition.nextPollAt]).toEqual([null, null])
            else expect(transition.nextRetryAt ?? transition.nextPollAt).toEqual(transition.dueAt)
            if (transition.nextRetryAt)
              expect(transition.nextRetryAt <= notification.relevantUntil).toBe(true)
            expect((transition.message ?? '').length).toBeLessThanOrEqual(500)
            expect(transition.retryCount).toBeGreaterThanOrEqual(notification.retryCount)
            if (isOver) return
            notification = after(notification, transition)
            now = transition.dueAt as Date
          }
          // everything ends: the last deadline is 36 hours of polls after the end of relevance
          expect(now.getTime()).toBeLessThan(notification.relevantUntil.getTime() + 40 * 3_600_000)
        },
      ),
    )
  })
})

describe('retries', () => {
  it('follow the table of the channel and end with it', () => {
    const moment = { now: NOW, chance: 0 }
    let notification = aNotification({ relevantUntil: new Date('2027-02-08T08:00:00Z') })
    const waits: number[] = []
    for (;;) {
      const transition = afterAttempt(
        notification,
        { kind: 'transient', providerStatus: 'X', message: 'no' },
        moment,
      )
      if (transition.status === 'FAILED') {
        expect(transition.steps.at(-1)).toMatchObject({ event: 'failed', reason: 'attempts_exhausted' })
        expect(transition.failureClass).toBe('TRANSIENT')
        break
      }
      waits.push((transition.dueAt as Date).getTime() - NOW.getTime())
      notification = after(notification, transition)
    }
    expect(waits).toEqual(retryDelaysMs('EMAIL', 'CREATE'))
  })

  it('stop if they would be too late', () => {
    const late = aNotification({ relevantUntil: new Date(NOW.getTime() + 10_000) })
    const transition = afterAttempt(
      late,
      { kind: 'transient', providerStatus: 'X', message: 'no' },
      { now: NOW, chance: 0 },
    )
    expect(transition.steps.at(-1)).toMatchObject({ event: 'failed', reason: 'deadline_passed' })
  })

  it('spread by a fifth and respect Retry-After within limits', () => {
    const delay = (chance: number, more = {}) => retryDelayMs('WEBHOOKS', 'CREATE', 1, { chance, ...more })
    expect([delay(-1), delay(0), delay(1)]).toEqual([240_000, 300_000, 360_000])
    expect(delay(0, { retryAfterMs: 1000 })).toBe(300_000)
    expect(delay(0, { retryAfterMs: 1_800_000 })).toBe(1_800_000)
    expect(delay(0, { retryAfterMs: 86_400_000 })).toBe(3_600_000)
    expect(retryDelayMs('WEBHOOKS', 'CREATE', 0, { chance: 0, leastDelayMs: 60_000 })).toBe(60_000)
    const hasty = { chance: 0, leastDelayMs: 60_000, retryAfterMs: 1000 }
    expect(retryDelayMs('WEBHOOKS', 'CREATE', 0, hasty)).toBe(60_000)
    expect(retryDelayMs('WEBHOOKS', 'CREATE', 9, { chance: 0 })).toBeUndefined()
  })

  it('do not count while nothing can be sent', () => {
    const transition = afterAttempt(
      aNotification({ waitCount: 3 }),
      { kind: 'unavailable', message: 'open' },
      { now: NOW, chance: 0 },
    )
    expect(transition).toMatchObject({ attemptNo: 0, retryCount: 0, waitCount: 4, status: 'PENDING' })
    expect([0, 1, 2, 9].map(waitMs)).toEqual([5000, 10_000, 20_000, 120_000])
  })
})

describe('canRetry', () => {
  const failed = aNotification({ status: 'FAILED', failureClass: 'TRANSIENT' })
  it.each([
    ['a failed one', failed, true, NOW, true],
    [
      'one that waits for its next try',
      aNotification({ nextRetryAt: NOW, failureClass: 'TRANSIENT' }),
      true,
      NOW,
      true,
    ],
    ['one that is being sent', aNotification(), true, NOW, false],
    ['one rejected for good', { ...failed, failureClass: 'PERMANENT' as const }, true, NOW, false],
    ['one over a channel that is off', failed, false, NOW, false],
    ['one that no longer matters', failed, true, failed.relevantUntil, false],
    ['a delivered one', aNotification({ status: 'DELIVERED' }), true, NOW, false],
  ])('decides about %s', (_, notification, isEnabled, now, expected) => {
    expect(canRetry(notification, isEnabled, now)).toBe(expected)
  })
})

it('records why a notification is cancelled', () => {
  expect(cancelFor(aNotification(), 'superseded')).toMatchObject({
    status: 'CANCELLED',
    providerStatus: null,
    message: 'the appointment has changed since this was planned',
    steps: [{ event: 'cancelled', reason: 'superseded' }],
  })
})

it('looks for a lost SMS from the time of its claim', () => {
  const claimedAt = new Date(NOW.getTime() - 100_000)
  const unknown: Outcome = { kind: 'unknown', providerStatus: 'ETIMEDOUT', message: 'no response' }
  const sms = aNotification({ channel: 'SMS', updatedAt: claimedAt })
  expect(afterAttempt(sms, unknown, { now: NOW, chance: 0 }).unknownSince).toEqual(claimedAt)
})

it('looks for a lost SMS also after it was given up', () => {
  const lost = aNotification({ channel: 'SMS', unknownSince: NOW, relevantUntil: NOW })
  const outcomes: Outcome[] = [
    { kind: 'unknown', providerStatus: 'ETIMEDOUT', message: 'no response' },
    { kind: 'unavailable', message: 'the provider cannot be reached' },
  ]
  for (const outcome of outcomes)
    expect(afterAttempt(lost, outcome, { now: NOW, chance: 0 })).toMatchObject({
      status: 'FAILED',
      unknownSince: NOW,
    })
})

describe('an SMS that was not delivered', () => {
  const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
  const taken = (fields: Partial<Notification> = {}) =>
    aNotification({ channel: 'SMS', providerId: 'SM1', providerStatus: 'sent', attemptNo: 1, ...fields })
  const undelivered = {
    kind: 'undelivered',
    providerStatus: 'undelivered',
    message: '39999',
    isPermanent: false,
  } as const

  it('is submitted once more if its code is unlisted', () => {
    const once = { ...undelivered, chances: 1 }
    expect(afterReceipt(taken(), once, { now: NOW, chance: 0 })).toMatchObject({
      status: 'PENDING',
      dueAt: later(10),
    })
    expect(afterReceipt(taken({ resubmissionCount: 1 }), once, { now: NOW, chance: 0 }).status).toBe('FAILED')
    const listed = afterReceipt(taken({ resubmissionCount: 1 }), undelivered, { now: NOW, chance: 0 })
    expect(listed).toMatchObject({ status: 'PENDING', dueAt: later(60) })
  })

  it.each([
    [119, 'FAILED'],
    [121, 'PENDING'],
  ])('as a reminder %i minutes before the start is %s', (minutes, status) => {
    const reminder = taken({ type: 'REMINDER', relevantUntil: later(minutes) })
    expect(afterReceipt(reminder, undelivered, { now: NOW, chance: 0 }).status).toBe(status)
  })
})

it('polls an SMS found at the provider without counting another attempt', () => {
  const lost = aNotification({
    channel: 'SMS',
    attemptNo: 1,
    retryCount: 1,
    failureClass: 'TRANSIENT',
    nextRetryAt: NOW,
    unknownSince: NOW,
  })
  const moment = { now: NOW, chance: 0 }
  const waiting = foundAtProvider(lost, 'SM1', { kind: 'waiting', providerStatus: 'sent' }, moment)
  expect(waiting).toMatchObject({
    status: 'PENDING',
    providerId: 'SM1',
    providerStatus: 'sent',
    attemptNo: 1,
    failureClass: null,
    unknownSince: null,
    nextRetryAt: null,
    nextPollAt: new Date(NOW.getTime() + 30_000),
  })
  const delivered = foundAtProvider(lost, 'SM1', { kind: 'delivered', providerStatus: 'delivered' }, moment)
  expect(delivered.steps.map(({ event, reason }) => [event, reason])).toEqual([
    ['submitted', 'found_at_provider'],
    ['receipt', undefined],
    ['delivered', undefined],
  ])
})

it.each([
  ['transient', '451 <ada@example.com> is greylisted', '451 <<address>> is greylisted'],
  ['permanent', "The 'To' number +4930123456 is not valid", "The 'To' number <number> is not valid"],
  ['unavailable', 'no account for ada@example.com', 'no account for <address>'],
] as const)('keeps no address that a provider quotes: %s [H7]', (kind, message, kept) => {
  const transition = afterAttempt(
    aNotification({}),
    { kind, message, providerStatus: 'X' },
    { now: NOW, chance: 0 },
  )
  expect(transition.message).toBe(kept)
  expect(JSON.stringify(transition)).not.toMatch(/ada@|4930123456/)
})
