import { daysAhead } from '@appointments/testing'
import { setTimeout as pause } from 'node:timers/promises'
import { client } from '../src/client.ts'
import { done } from '../src/done.ts'
import { token } from './callers.ts'
import { load } from './measure.ts'
import { requestsFor, booking, operations, V2 } from './operations.ts'
import { priorityNote } from './priority.ts'
import { atMost, count, milliseconds, none, percentile, type Figure, type Section } from './report.ts'
import { arrivals, connections, send, type Outcome } from './send.ts'
import { clients, rounds, warmUpSeconds } from './settings.ts'
import type { Stage } from './stage.ts'

const BURST = 500
const RIVALS = 100
const DEADLINE_MS = 5000
const READS_PER_SECOND = 50
const QUIET_MS = 8000
const MOST_RATIO = 3
/** Time between bursts, in which mails are sent and connections rest. */
const REST_MS = 2000

/** Measures bursts of one organization, and how they affect reads of others. */
export async function bursts(stage: Stage): Promise<Section> {
  await load({ ...requestsFor(stage, 'settled schedule'), clients, seconds: warmUpSeconds })
  const [first] = stage.callers
  if (!first) throw new Error('there are no callers')
  const readers = stage.callers.filter(({ organizationId }) => organizationId !== first.organizationId)
  // another organization is another client, so the burst does not use its connections
  const agent = connections()
  const reads = (until: Promise<unknown>) =>
    arrivals({
      url: stage.url,
      agent,
      next: (n) => {
        const reader = readers[n % readers.length]!
        return { ...operations['get by id'](reader)[0]!, headers: { authorization: reader.authorization } }
      },
      perSecond: READS_PER_SECOND,
      until,
    })
  await pause(REST_MS)
  const quiet = await reads(pause(QUIET_MS))

  /** Sends requests at the same moment, in several rounds, while others read. */
  const burst = async (requestsOf: (round: number) => Parameters<typeof send>[1][]) => {
    const sent: Outcome[][] = []
    const read: Outcome[] = []
    for (let round = 0; round < rounds; round += 1) {
      const requests = requestsOf(round)
      const sending = Promise.all(requests.map((request) => send(stage.url, request)))
      read.push(...(await reads(sending)))
      sent.push(await sending)
      await pause(REST_MS)
    }
    return { sent, read }
  }

  const own = stage.callers.filter(({ organizationId }) => organizationId === first.organizationId)
  const json = { 'content-type': 'application/json' }
  const one = await burst((round) => {
    const caller = own[round % own.length]!
    const headers = { authorization: caller.authorization, ...json }
    return Array.from({ length: BURST }, () => ({ method: 'POST', path: V2, headers, body: booking(caller) }))
  })

  const { applicationId, bookAt } = await rejecting(stage, first.organizationId)
  const rivals = await burst((round) =>
    Array.from({ length: RIVALS }, (_, index) => {
      const headers = { authorization: own[index % own.length]!.authorization, ...json }
      return { method: 'POST', path: V2, headers, body: bookAt(round) }
    }),
  )

  const all = one.sent.flat()
  const wrong = rivals.sent.filter(
    (outcomes) => counted(outcomes, 200) !== 1 || counted(outcomes, 409) !== RIVALS - 1,
  )
  return {
    title: 'Bursts',
    figures: [
      none(
        `of ${BURST} bookings at the same time, not booked`,
        all.length - counted(all, 200),
        'the bookings were sent one after the other',
        statuses(all),
      ),
      atMost(
        milliseconds('  slowest of them', Math.max(...all.map(({ ms }) => ms))),
        DEADLINE_MS,
        ' ms',
        'time was counted from when a connection was open',
      ),
      ...noticed('  reads of other organizations meanwhile', quiet, one.read),
      none(
        `rounds of ${RIVALS} bookings of one agent in which not exactly one got 200 and all others 409`,
        wrong.length,
        'the bookings did not overlap, or were sent one after the other',
        statuses(rivals.sent.flat()),
      ),
      ...noticed('  reads of other organizations meanwhile', quiet, rivals.read),
    ],
    notes: [
      `${rounds} rounds each; application ${applicationId} rejects double booking. Reads arrive at ${READS_PER_SECOND}/s.`,
      priorityNote(),
    ],
  }
}

/** An application that rejects double booking. */
async function rejecting(stage: Stage, organizationId: string) {
  const applicationId = 'app-rejecting'
  const call = client(stage.url, token('machine', organizationId, ['ROLE_CLIENT_SERVICE']))
  const settings = { overlapPolicy: 'REJECT', notifications: { active: true } }
  await done(call('PUT', `/api/v2/applications/${applicationId}`, settings))
  return {
    applicationId,
    /** The booking of a round: always the same agent, at one time. */
    bookAt: (round: number) => {
      const body = JSON.parse(booking({ applicationId, agentId: 'one-agent' })) as object
      return JSON.stringify({ ...body, start: daysAhead(400 + round) })
    },
  }
}

const counted = (outcomes: readonly Outcome[], status: number) =>
  outcomes.filter((one) => one.status === status).length

function statuses(outcomes: readonly Outcome[]): string {
  const found: Record<number, number> = {}
  for (const { status } of outcomes) found[status] = (found[status] ?? 0) + 1
  return ` ${JSON.stringify(found)}`
}

/** How a burst affected the reads of other organizations. */
function noticed(what: string, quiet: readonly Outcome[], beside: readonly Outcome[]): Figure[] {
  const [before, meanwhile] = [quiet, beside].map((all) =>
    percentile(
      all.map(({ ms }) => ms),
      0.99,
    ),
  )
  return [
    none(
      `${what}, failed`,
      beside.length - counted(beside, 200),
      'the reads ended before the burst',
      ` of ${beside.length}`,
    ),
    milliseconds(`${what}, quiet p99`, before ?? Number.NaN),
    atMost(
      count(`${what}, p99 to quiet p99`, (meanwhile ?? Number.NaN) / (before ?? Number.NaN)),
      MOST_RATIO,
      '',
      'the quiet reads were slow for another reason, or too few reads fell into the burst',
    ),
  ]
}
