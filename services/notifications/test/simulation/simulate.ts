import { createHash } from 'node:crypto'
import type { Application, AppointmentEvent, AppointmentsEvent } from '@appointments/contracts'
import { migratedTemplate } from '@appointments/foundation/migrated-template'
import { openHarness } from '@appointments/foundation/test-harness'
import { readConfig, silentLog, type Log, type Repeat } from '@appointments/runtime'
import { changesOf, freshDatabaseOn, shownAt, type DatabaseServer } from '@appointments/testing'
import { config } from '../../src/config.ts'
import { createNotifications, type Overrides } from '../../src/service.ts'
import { aCaller, eventOf } from '../builders.ts'
import { createAgenda } from './agenda.ts'
import { book, changes, type Booking, type Change, type Times } from './booking.ts'
import { fakeProviders, type Fates } from './fake-providers.ts'
import { judgeEnd, judgeNew } from './judge.ts'
import { createKnowledge, planKey, type Existing } from './knowledge.ts'
import { createLedger } from './ledger.ts'
import { seeded } from './random.ts'
import { changedApplication, someApplication } from './settings.ts'
import { reading, watchRecords } from './watch.ts'
import { world } from './world.ts'
import { instantOf } from './zone-oracle.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SENDER = '+15005550006'
const KEY = 'the auth token'
/** Longest time to apply an event, in real time; a slower one must have been dead-lettered. */
const APPLIED_WITHIN_MS = 30_000
/** First years of the two-year runs; Apia skipped a day in 2011. */
const YEARS = [2026, 2026, 2027, 2011, 2016, 2030]

export interface Scale {
  seed: number
  appointments: number
  server: DatabaseServer
  log?: Log
  /** SQL that is run first, to inject a fault. */
  prepare?: string
  /** Overrides the weights of the outcomes of provider calls. */
  fates?: Fates
  /** Ends the run at the first violation that matches. */
  until?: RegExp
}

export interface Outcome {
  violations: string[]
  /** Equal for two runs with the same course, regardless of the generated ids. */
  digest: string
  records: number
  calls: number
  events: number
  steps: number
  zones: number
  statuses: Record<string, number>
}

/**
 * Ids in order of creation. Their number varies between runs, because the speed of the machine decides how often a
 * waiting event is retried. Neither gaps nor order affect any decision.
 */
function inOrder(): () => string {
  let count = 0
  return () => (count += 1).toString(36).padStart(10, '0')
}

const nameless = ({ id: _, ...rest }: { id: string }) => rest

/**
 * Runs the notifications service through two years of virtual time, with all faults decided by a seed. Time
 * jumps to the next moment at which something is due, without waiting.
 */
export async function simulate({
  seed,
  appointments,
  server,
  log = silentLog,
  prepare,
  fates = {},
  until,
}: Scale): Promise<Outcome> {
  const random = seeded(seed)
  const year = random.one(YEARS)
  const [from, to] = [Date.UTC(year, 0, 1), Date.UTC(year + 2, 0, 1)]
  const zones = Intl.supportedValuesOf('timeZone')

  const template = migratedTemplate('notifications')
  const database = await freshDatabaseOn(server, `simulation_${seed}`, { template })
  const harness = await openHarness('notifications', new Date(from), database)
  const { pool, clock } = harness
  const now = () => clock.current.getTime()
  const knowledge = createKnowledge(['EMAIL', 'SMS', 'WEBHOOKS'])
  const ledger = createLedger(knowledge, now)
  const agenda = createAgenda()

  // workers deliver one notification after another, so that a seed always takes the same course
  const turns = new Map<string, () => Promise<boolean | undefined>>()
  const manual: Repeat = (name, _pause, turn) => {
    turns.set(name, turn)
    return { wake: () => undefined, idle: () => Promise.resolve(), stop: () => Promise.resolve() }
  }
  const letGo = new Map<string, () => void>()
  let crew = 1
  let tail: Promise<unknown> = Promise.resolve()
  const inHand = new Map<string, Promise<void>>()
  const work: Overrides['work'] = (claimed, deliver) => {
    const { id, providerId } = claimed.notification
    const member = crew
    const done = tail.then(async () => {
      if (member !== crew) {
        // the replica that claimed it has crashed
        const entry = ledger.entries.get(id)
        if (entry && providerId === null) entry.interrupted += 1
        return
      }
      const gone = new Promise<void>((resolve) => letGo.set(id, resolve))
      const delivering = deliver(claimed)
      inHand.set(id, delivering)
      await Promise.race([delivering, gone])
    })
    tail = done
    return done
  }
  let sweepIsLost: () => void = () => undefined
  const providers = fakeProviders({
    random,
    fates,
    ledger,
    now,
    at: (moment, act) => agenda.add(moment, act),
    callBack: (reported) => outside.status(reported),
    loseSweep: () => sweepIsLost(),
    lose(id) {
      letGo.get(id)?.()
      // half of the time the whole process crashes, with all its claimed notifications
      if (random.in(0.5)) crew += 1
    },
    async outlastLease(id) {
      const delivering = inHand.get(id)
      letGo.get(id)?.()
      await new Promise<void>((resolve) => {
        agenda.add(now() + random.whole(95, 400) * SECOND_MS, async () => {
          resolve()
          await delivering
        })
      })
    },
    pass: (ms) => (clock.current = new Date(now() + ms)),
    meanwhile: async (id) => {
      const booking = bookings.get(id)
      const change = random.one(['cancel', 'reschedule', 'removeCustomer', 'changeContact'] as const)
      if (booking) await happen(booking, change, true)
    },
  })

  const publish = (event: AppointmentsEvent): Promise<void> => {
    let timer: NodeJS.Timeout | undefined
    const lost = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${event.type} was never applied`)), APPLIED_WITHIN_MS)
    })
    return Promise.race([harness.publish(event), lost]).finally(() => clearTimeout(timer))
  }

  const settings = readConfig(config, {
    ...harness.env,
    DATA_SECRET: harness.env.INTERNAL_SECRET,
    SMS_FROM: SENDER,
    TWILIO_AUTH_TOKEN: KEY,
    TWILIO_STATUS_CALLBACKS: 'true',
  })
  const service = await createNotifications(settings, {
    ...harness.options,
    log,
    openChannels: () => ({
      channels: providers,
      isLocal: { mail: false, texts: false },
      closeChannels: () => Promise.resolve(),
    }),
    newId: inOrder(),
    chance: () => random.next() * 2 - 1,
    repeat: manual,
    work,
  })
  const outside = world({ serviceUrl: service.url, publicUrl: settings.PUBLIC_URL, key: KEY })
  const stored = reading(pool)
  const counted = { events: 0, steps: 0 }

  const call = (method: string, path: string, body?: object) =>
    harness.call(service.url, method, path, { caller: aCaller(), body })

  // the other services
  const applications = new Map<string, Application>()
  const withheld = new Map<string, AppointmentsEvent<'APApplicationChangedEvent'>>()
  const arrived = new Set<string>()
  const bookings = new Map<string, Booking>()
  const usedZones = new Set<string>()

  async function deliver(
    event: AppointmentEvent | AppointmentsEvent<'APApplicationChangedEvent'>,
  ): Promise<void> {
    counted.events += 1
    arrived.add(event.id)
    if (event.type === 'APApplicationChangedEvent') {
      knowledge.keepApplication(event.data.application)
      await publish(event)
      return
    }
    const applied = publish(event)
    const owner = 'appointment' in event.data ? event.data.appointment.applicationId : undefined
    const settingsEvent = owner === undefined ? undefined : withheld.get(owner)
    if (settingsEvent) {
      withheld.delete(owner as string)
      await deliver(settingsEvent)
    }
    await applied
    await look(event)
  }

  const plansOf = async (id: string): Promise<Map<string, Existing>> => {
    const rows = await stored.plans(id)
    return new Map(
      rows.map(({ offset, status, scheduledFor, ...plan }) => [
        planKey({ ...plan, schedule: { offset }, scheduledFor: scheduledFor.getTime() }),
        status === 'DELIVERED' ? 'SENT' : 'LIVE',
      ]),
    )
  }
  const before = new Map<string, Map<string, Existing>>()

  /** Compares the records an event created with the expected ones. */
  async function look(event: AppointmentEvent): Promise<void> {
    const id = 'appointment' in event.data ? event.data.appointment.id : event.data.appointmentId
    const expected = knowledge.learn(event, now(), before.get(id) ?? new Map())
    const owner = knowledge.of(id)?.appointment.applicationId
    if (owner === undefined) return
    const found = await stored.ofEvents(owner, [
      ...new Set([event.id, ...expected.map(({ eventId }) => eventId)]),
    ])
    judgeNew(ledger, expected, found, event)
  }

  async function emit(event: AppointmentEvent, atOnce: boolean): Promise<void> {
    const id = 'appointment' in event.data ? event.data.appointment.id : event.data.appointmentId
    const arrive = async () => {
      before.set(id, await plansOf(id))
      await deliver(event)
    }
    if (!atOnce && random.in(0.08)) agenda.add(now() + random.whole(1, 4 * 3600) * SECOND_MS, arrive)
    else await arrive()
    if (random.in(0.05)) agenda.add(now() + random.whole(1, 7200) * SECOND_MS, () => again(event))
    // messages to customers who join late are planned with the settings of that day, even if the event is repeated
    const plans = ['APParticipantAddedEvent', 'APParticipantUpdatedEvent', 'APOutcomeEvent'].includes(
      event.type,
    )
    if (random.in(0.03) && !plans)
      agenda.add(now() + random.whole(14, 20) * DAY_MS, async () => {
        await stored.forgetInbox(event.id)
        await again(event)
      })
  }

  async function again(event: AppointmentEvent): Promise<void> {
    const owner = knowledge.of(
      'appointment' in event.data ? event.data.appointment.id : event.data.appointmentId,
    )
    // only an event that arrived and was applied can be repeated
    if (!arrived.has(event.id) || !owner) return
    const records = await stored.news()
    await publish(event)
    const more = (await stored.news()) - records
    if (more > 0)
      ledger.violations.push(`${event.type} ${event.id} was applied twice and created ${more} more records`)
  }

  async function happen(booking: Booking, change: Change, atOnce = false): Promise<void> {
    const at = new Date(now())
    const events =
      change === 'reschedule'
        ? changes.reschedule(
            booking,
            random,
            at,
            timesFor(random.in(0.8) ? booking.appointment.timezone : undefined),
          )
        : change === 'outcome'
          ? changes.outcome(
              booking,
              random,
              at,
              random.one(['IN_PROGRESS', 'COMPLETED', 'COMPLETED', undefined]),
            )
          : changes[change](booking, random, at)
    for (const event of [events ?? []].flat()) await emit(event as AppointmentEvent, atOnce)
  }

  /** A time in the zone; more than half of them lie near a change of its clocks. */
  function timesFor(wanted?: string): Times {
    const timezone = wanted ?? random.one(zones)
    usedZones.add(timezone)
    const earliest = Math.max(now(), from) + random.whole(10, 40 * 24 * 60) * MINUTE_MS
    const change = random.in(0.6)
      ? changesIn(timezone).find((one) => one > earliest && one < to - 60 * DAY_MS)
      : undefined
    const near = change === undefined ? earliest : change + random.whole(-60, 200) * 15 * MINUTE_MS
    // people book full quarters of an hour in local time
    const shown =
      Math.ceil(shownAt(Math.max(near, now() + 5 * MINUTE_MS), timezone) / (15 * MINUTE_MS)) * 15 * MINUTE_MS
    const start = Math.max(instantOf(shown, timezone), now() + 5 * MINUTE_MS)
    return { start, end: start + random.one([15, 30, 60, 600]) * MINUTE_MS, timezone }
  }
  const knownChanges = new Map<string, number[]>()
  const changesIn = (zone: string): number[] => {
    let found = knownChanges.get(zone)
    if (!found) knownChanges.set(zone, (found = changesOf(zone, from, to)))
    return found
  }

  async function schedule(zone: string, place: number): Promise<void> {
    const id = `appointment-${place}`
    const application = random.one([...applications.keys()])
    const of = () => applications.get(application) as Application
    const { booking, event } = book(random, id, of, timesFor(zone), clock.current)
    bookings.set(id, booking)
    const { start, end } = booking.appointment
    await emit(event as AppointmentEvent, false)
    const later = (least: number, most: number) =>
      least + Math.floor(random.next() * Math.max(0, most - least))
    const kinds = {
      reschedule: 5,
      update: 2,
      cancel: 4,
      remove: 1,
      addCustomer: 3,
      removeCustomer: 3,
      changeContact: 4,
      reassign: 1,
      presence: 1,
    }
    for (let count = random.whole(0, 4); count > 0; count -= 1) {
      const change = random.weighted(kinds)
      agenda.add(later(now(), Date.parse(start) + HOUR_MS), () => happen(booking, change))
    }
    if (random.in(0.5)) agenda.add(Date.parse(start) - 10 * MINUTE_MS, () => happen(booking, 'activate'))
    if (random.in(0.6)) agenda.add(Date.parse(end), () => happen(booking, 'outcome'))
    if (random.in(0.2)) agenda.add(Date.parse(end) + HOUR_MS, () => happen(booking, 'outcome'))
  }

  async function drain(): Promise<void> {
    for (let rounds = 0; rounds < 500; rounds += 1) {
      const channels = await stored.dueChannels(clock.current)
      let more = false
      for (const channel of channels) {
        more = (await turns.get(`dispatch ${channel}`)?.()) === true || more
        await tail
      }
      if (!more) return
    }
  }

  let downUntil = 0
  async function serviceWorks(leaseEnds: Date | null): Promise<void> {
    if (now() < downUntil) return
    if (counted.steps % 50 === 0 || (leaseEnds && leaseEnds <= clock.current)) {
      while (await turns.get('abandoned notifications')?.());
      await turns.get('dead letter purge')?.()
    }
    await drain()
    await sweep()
  }

  /** Polls the status of SMS, unless the polling replica crashes meanwhile. */
  async function sweep(): Promise<void> {
    const lost = new Promise<void>((resolve) => (sweepIsLost = resolve))
    await Promise.race([turns.get('receipts')?.(), lost])
  }

  /** A customer replies STOP or START, or follows the link in a mail. */
  async function speakUp(): Promise<void> {
    const offer = random.in(0.5) && ledger.offers.length > 0 ? random.one(ledger.offers) : undefined
    const isEnough = random.in(0.7)
    if (offer) {
      const { applicationId, address, link } = offer
      await outside.follow(link, isEnough ? 'unsubscribe' : 'subscribe')
      const note = isEnough ? ledger.suppressAt : ledger.lift
      note(applicationId, 'EMAIL', address, 'UNSUBSCRIBE')
      return
    }
    const customers = [...bookings.values()].flatMap((booking) => [...booking.customers.values()])
    const phones = customers.flatMap(({ phone }) => phone ?? [])
    if (phones.length === 0) return
    const from = random.one(phones)
    await outside.text({ from, to: SENDER, body: isEnough ? 'STOP' : 'START' })
    const note = isEnough ? ledger.suppressAt : ledger.lift
    for (const applicationId of applications.keys()) note(applicationId, 'SMS', from, 'STOP')
  }

  try {
    await watchRecords(pool)
    if (prepare !== undefined) await pool.query(prepare)
    for (let place = 0; place < Math.max(4, Math.round(appointments / 25)); place += 1) {
      const application = someApplication(`application-${place}`, random, zones)
      applications.set(application.id, application)
      await deliver(eventOf('APApplicationChangedEvent', { application }, clock.current))
      for (let count = random.whole(0, 2); count > 0; count -= 1) {
        const request = { applicationId: application.id, url: `https://hooks.example/${place}-${count}` }
        const { status, text, body } = await call('POST', '/api/v2/webhook-endpoints', request)
        if (status !== 201) throw new Error(`the endpoint was rejected: ${text}`)
        const { id } = body as { id: string }
        knowledge.endpoints.push({ id, applicationId: application.id, enabled: true })
      }
    }
    const firstZone = random.whole(0, zones.length - 1)
    for (let place = 0; place < appointments; place += 1) {
      const zone = zones[(firstZone + place) % zones.length] as string
      agenda.add(from + Math.floor(random.next() * (to - from - 120 * DAY_MS)), () => schedule(zone, place))
    }
    for (let count = Math.round(appointments / 10); count > 0; count -= 1) {
      agenda.add(from + Math.floor(random.next() * (to - from)), async () => {
        const application = changedApplication(random.one([...applications.values()]), random, zones)
        applications.set(application.id, application)
        const event = eventOf('APApplicationChangedEvent', { application }, clock.current)
        // the settings an appointment refers to may arrive after it
        if (random.in(0.3)) withheld.set(application.id, event)
        else await deliver(event)
      })
      agenda.add(from + Math.floor(random.next() * (to - from)), speakUp)
      agenda.add(from + Math.floor(random.next() * (to - from)), () => {
        downUntil = now() + random.one([2, 15, 90, 600, 2000]) * MINUTE_MS
        agenda.add(downUntil, () => Promise.resolve())
        return Promise.resolve()
      })
      agenda.add(from + Math.floor(random.next() * (to - from)), async () => {
        for (const { id, appointmentId } of await stored.retryable()) {
          const entry = ledger.entries.get(id)
          const path = `/api/v2/appointments/${appointmentId}/notifications/${id}/retry`
          const { status } = await call('POST', path)
          if (status === 202 && entry) entry.mayRepeat = true
        }
      })
    }

    for (let steps = 0; steps < appointments * 400; steps += 1) {
      // while the service is down nothing is due before its restart, which is on the agenda
      const { due, lease } =
        now() < downUntil ? { due: null, lease: null } : await stored.nextMoment(clock.current)
      const waiting = [agenda.next(), due?.getTime(), lease?.getTime()].filter((at) => at !== undefined)
      if (waiting.length === 0) break
      // the service polls once a second
      const moment = Math.ceil((Math.min(...waiting) + 1) / SECOND_MS) * SECOND_MS
      clock.current = new Date(Math.max(now(), moment))
      counted.steps += 1
      await agenda.reach(now())
      await serviceWorks(lease)
      if (until && ledger.violations.some((violation) => until.test(violation))) break
    }
    while (await turns.get('abandoned notifications')?.());
    const records = await stored.everything()
    const violations = [
      ...ledger.violations,
      ...(await stored.breaches()),
      ...judgeEnd(ledger, knowledge, records),
    ]
    const digest = createHash('sha256')
      .update(JSON.stringify([records, [...ledger.entries.values()]].map((all) => all.map(nameless))))
      .digest('hex')
    const statuses: Record<string, number> = {}
    for (const { status } of records) statuses[status] = (statuses[status] ?? 0) + 1
    const calls = [...ledger.entries.values()].reduce((sum, entry) => sum + entry.calls.length, 0)
    return { violations, digest, records: records.length, calls, ...counted, zones: usedZones.size, statuses }
  } finally {
    await service.stop()
    await harness.stop()
    await database.drop()
  }
}
