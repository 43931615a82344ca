import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { daysAhead } from '@appointments/testing'
import type { Appointment, Participant } from '../../src/response-bodies.ts'
import { APPLICATION, OF_ORGANIZATION } from './applications.ts'
import type { CheckedResponse, CheckedClient } from './checked-client.ts'
import type { Chance } from './chance.ts'
import type { Entry, Intent, KeptJournal } from './journal.ts'
import { CLAIMED_AGENTS, CONTENDED, CONTENDED_AGENTS, CONTENDED_STARTS } from './contended.ts'
import { createGate } from './gate.ts'
import { createPlanner } from './planner.ts'

const V2 = '/api/v2/appointments'
const DAY_MS = 86_400_000
/** Appointments that all clients change concurrently. */
const SHARED = 4
/** Contended appointments that the first client keeps. */
const RIVALS = 6
/** Appointments whose customers the second client replaces, and the least time between two replacements. */
const SWAPPED = 3
const SWAP_EVERY_MS = 500
/** Changes of shared appointments that publish an event in whatever order they happen. */
const ON_SHARED = [
  'reschedule',
  'reschedule',
  'update',
  'update',
  'addCustomer',
  'addCustomer',
  'cancel',
] as const
/** Part of the titles of bookings that are sent once, without an idempotency key. */
export const WITHOUT_KEY = 'without a key'
const FIRST_START = Date.parse(daysAhead(90))
const QUARTER_MS = 900_000

/** An appointment as its client knows it. */
interface Own {
  id: string
  start: string
  title: string
  customers: string[]
  agents: string[]
  isOpen: boolean
  isActive: boolean
  /** The presence of the first customer. */
  presence: 'WAITING' | 'JOINED' | undefined
  /** Whether others compete for the same agents and times, so that changes may be rejected. */
  isContended: boolean
  /** Whether every client changes it, so that changes may be rejected and reads may show those of others. */
  isShared: boolean
  /** Whether the service that assigns agents has shown that it has applied the booking. */
  isKnown: boolean
}

/** How much clients do. */
export interface Load {
  /** Number of parallel clients. */
  lanes: number
  /** Pause between two steps of a client, which keeps the backlog small while no service listens. */
  pauseMs: number
  /** The share of bookings for which clients compete, most of which are rejected. */
  contended: number
  /** The share of changes that are read back. */
  readBack: number
}

interface Deps {
  client: CheckedClient
  journal: KeptJournal
  chance: Chance
  /** Whether nothing fails, so that each service must show writes immediately. */
  isCalm: () => boolean
}

/** Clients that run until stopped: each has its own appointments, and some that all of them change. */
export interface Workload {
  /** Lets clients continue, with new appointments. */
  goOn: () => void
  /** Lets each client finish its current operation, and resolves when all of them have paused. */
  rest: () => Promise<void>
  /** Stops each client after its current request; unknown outcomes then stay unknown. */
  stop: () => Promise<void>
}

/** Clients that start paused. */
export function startWorkload(
  { lanes, pauseMs, contended, readBack: readShare }: Load,
  { client, journal, chance, isCalm }: Deps,
): Workload {
  let isOver = false
  const gate = createGate()
  const shared: Own[] = []

  const carryOut = async (intent: Omit<Intent, 'number' | 'at' | 'key'>): Promise<Entry> => {
    const key = intent.method === 'DELETE' || intent.isOnce ? {} : { key: randomUUID() }
    const entry = journal.intend({ ...intent, ...key })
    await client.carryOut(entry, () => isOver)
    return entry
  }

  const lane = async (number: number) => {
    const luck = chance.branch(`lane ${number}`)
    const wanted = number === 0 ? CLAIMED_AGENTS : CONTENDED_AGENTS
    let open: Own[] = []
    let count = 0
    const inSeconds = (at: number) => new Date(Math.floor(at / 1000) * 1000).toISOString().replace('.000', '')
    /** A start time that hardly any other appointment has. */
    const farOff = () => inSeconds(FIRST_START + luck.below(20_000) * QUARTER_MS)
    /** A start time; one in five has a reminder due within seconds. */
    const when = () =>
      luck.next() < 0.2 ? inSeconds(Date.now() + DAY_MS + (8 + luck.below(10)) * 1000) : farOff()
    /** A customer with an address, one in three also with a phone. */
    const customer = () => {
      count += 1
      const phone = `+49151${number}${String(count).padStart(6, '0')}`
      const primaryEmail = `c${number}-${count}@customers.example`
      return { contact: { primaryEmail, ...(count % 3 === 0 && { primaryPhone: phone }) } }
    }

    const book = async (kind: 'any' | 'rival' | 'undisputed' = 'any') => {
      const isRival = kind === 'rival'
      const isContended = isRival || (kind === 'any' && luck.next() < contended)
      const isPlain = kind === 'any' && !isContended
      const isShared = isPlain && shared.length < SHARED && luck.next() < 0.4
      const isOnce = isPlain && !isShared && luck.next() < 0.25
      const title = `lane ${number} booking ${(count += 1)}${isOnce ? ` ${WITHOUT_KEY}` : ''}`
      const start = isContended ? luck.oneOf(CONTENDED_STARTS) : when()
      // without a target the caller would be the agent, whose time only one of these bookings can have
      const agent = isRival ? `rival-${count}` : luck.oneOf(CONTENDED_AGENTS)
      const body = {
        applicationId: isContended ? CONTENDED : APPLICATION,
        title,
        start,
        duration: 'PT30M',
        customers: [customer()],
        ...(isContended && { targetAssignment: { type: 'AGENT', id: agent } }),
      }
      const { outcome } = await carryOut({
        operation: 'schedule',
        method: 'POST',
        path: V2,
        body,
        expects: isContended ? 'either' : 'acceptance',
        isOnce,
        isShared,
      })
      if (outcome.is !== 'ok') return
      const { id, participants } = outcome.body as Appointment
      const customers = participants.filter(({ type }) => type === 'CUSTOMER').map((one) => one.id)
      const agents = isContended ? [agent] : []
      const states = { isOpen: true, isActive: false, presence: undefined, isKnown: false }
      const own = { id, start, title, customers, agents, ...states, isContended, isShared }
      ;(isShared ? shared : open).push(own)
    }

    /** A change of one appointment; a client no longer touches an appointment after an unknown outcome. */
    const change = async (
      own: Own,
      operation: string,
      [method, path, body]: [string, string, unknown?],
      apply: (response: unknown) => void,
    ) => {
      const { id, isShared } = own
      const expects = own.isContended || isShared ? 'either' : 'acceptance'
      const about = { operation, method, path, body, appointmentId: id, expects, isShared } as const
      const { outcome } = await carryOut(about)
      if (outcome.is === 'ok') apply(outcome.body)
      else if (outcome.is === 'rejected' && expects === 'either') return
      else open = open.filter((one) => one !== own)
    }

    /**
     * A contended time other than the current one: a move to the same time changes nothing and publishes no
     * event.
     */
    const another = (start: string): string => {
      const at = CONTENDED_STARTS.findIndex((one) => Date.parse(one) === Date.parse(start))
      const steps = luck.oneOf([1, 2, 3, 4])
      return CONTENDED_STARTS[(Math.max(at, 0) + steps) % CONTENDED_STARTS.length] ?? CONTENDED_STARTS[0]
    }

    /** A start other than the current one, because a move to the same time publishes no event. */
    const anotherFree = (own: Own): string => {
      // another client could choose the same one of the few soon times
      const start = own.isShared ? farOff() : when()
      return start === own.start ? anotherFree(own) : start
    }

    const steps = {
      reschedule: (own) => {
        const start = own.isContended ? another(own.start) : anotherFree(own)
        return change(
          own,
          'reschedule',
          ['PUT', `${V2}/reschedule`, { id: own.id, start }],
          () => (own.start = start),
        )
      },
      update: (own) => {
        const title = `lane ${number} change ${(count += 1)}`
        return change(own, 'update', ['PUT', V2, { id: own.id, title }], () => (own.title = title))
      },
      addCustomer: (own) =>
        change(
          own,
          'addCustomer',
          ['POST', `${V2}/participants/customers`, { id: own.id, customer: customer() }],
          (response) => own.customers.push((response as Participant).id),
        ),
      removeCustomer: async (own) => {
        const [, second] = own.customers
        if (second === undefined) return
        await change(own, 'removeParticipant', ['DELETE', `${V2}/${own.id}/participants/${second}`], () => {
          own.customers = own.customers.filter((one) => one !== second)
        })
      },
      addAgent: (own) => {
        const userId = own.isContended ? luck.oneOf(wanted) : `agent-${number}-${(count += 1)}`
        return change(own, 'addAgent', ['POST', `${V2}/participants/agents`, { id: own.id, userId }], () =>
          own.agents.push(userId),
        )
      },
      reassign: async (own) => {
        const userId = luck.oneOf(wanted)
        if (!own.isContended || own.agents.includes(userId)) return
        await change(own, 'reassign', ['PUT', `${V2}/reassign`, { id: own.id, userId }], () => {
          own.agents = [userId]
        })
      },
      activate: async (own) => {
        // an open room stays as it is, without an event
        if (own.isActive) return
        await change(own, 'activate', ['POST', `${V2}/activate/${own.id}`], () => (own.isActive = true))
      },
      presence: async (own) => {
        const [customer] = own.customers
        if (customer === undefined) return
        const state = own.presence === 'WAITING' ? 'JOINED' : 'WAITING'
        const path = `${V2}/${own.id}/participants/${customer}?state=${state}`
        await change(own, 'presence', ['PUT', path], () => (own.presence = state))
      },
      cancel: (own) =>
        change(own, 'cancel', ['PUT', `${V2}/${own.id}/cancel`, { reason: 'No longer needed' }], () => {
          own.isOpen = false
          open = open.filter((one) => one !== own)
          if (own.isShared) shared.splice(shared.indexOf(own), 1)
        }),
      remove: (own) =>
        change(own, 'remove', ['DELETE', `${V2}/${own.id}`], () => {
          open = open.filter((one) => one !== own)
        }),
      rejected: async (own) => {
        const body = { id: own.id, start: '2001-01-01T08:00:00Z' }
        const path = `${V2}/reschedule`
        await carryOut({
          operation: 'reschedule',
          method: 'PUT',
          path,
          body,
          appointmentId: own.id,
          expects: 'rejection',
        })
      },
    } satisfies Record<string, (own: Own) => Promise<void>>
    const names = [
      'reschedule',
      'reschedule',
      'reschedule',
      'update',
      'addCustomer',
      'removeCustomer',
      'addAgent',
      'reassign',
      'activate',
      'presence',
      'presence',
      'cancel',
      'remove',
      'rejected',
    ] as const

    /** Repeats a request until it is decided; undefined if the clients have to pause before that. */
    const insist: CheckedClient['send'] = async (...request) => {
      while (!isOver && !gate.isClosed) {
        const response = await client.send(...request)
        if (response && response.status < 500) return response
        await pause(pauseMs)
      }
      return undefined
    }

    /** Staff of one organization may not see the appointments of another. */
    const lookAcross = async () => {
      const body = {
        applicationId: OF_ORGANIZATION,
        start: when(),
        duration: 'PT30M',
        customers: [customer()],
      }
      const key = randomUUID()
      const booked = await insist('POST', V2, { body, key, claims: { organizationId: 'one' } })
      const id = idOf(booked)
      if (id === undefined) return
      const seen = await insist('GET', `${V2}/${id}`, { claims: { organizationId: 'other' } })
      if (seen && seen.status !== 404)
        journal.complain('foreign access', `${id} responds ${seen.status} to another organization`)
    }

    /** A key counts for its caller only. */
    const useKeyOfAnother = async () => {
      const body = { applicationId: APPLICATION, start: when(), duration: 'PT30M', customers: [customer()] }
      const key = randomUUID()
      const one = idOf(await insist('POST', V2, { body, key, claims: { userId: 'one' } }))
      const other = idOf(await insist('POST', V2, { body, key, claims: { userId: 'other' } }))
      if (one !== undefined && one === other) journal.complain('shared key', `two callers got ${one}`)
    }

    const isKnown = async (own: Own) => {
      own.isKnown ||=
        (await client.send('GET', `${V2}/${own.id}/participants/${own.customers[0]}`))?.status === 200
      return own.isKnown
    }

    /**
     * Repeatedly assigns one of the claimed agents to one of its bookings, which have different agents and few times.
     * During a fault it keeps its bookings, because new ones may not be assigned before the fault ends.
     */
    const rival = async () => {
      const mine = open.filter(({ isContended }) => isContended)
      const own = mine[luck.below(mine.length)]
      if (!own || mine.length < RIVALS) return book('rival')
      if (!(await isKnown(own))) return
      if (isCalm() && luck.next() < 0.03) return steps.cancel(own)
      await (luck.next() < 0.9 ? steps.addAgent : steps.reassign)(own)
    }

    /**
     * Replaces a customer in each of its few appointments at once. The two events of an appointment follow each other
     * closely, so that one overtakes the other if its delivery is retried.
     */
    const swap = async () => {
      if (open.length < SWAPPED) return book('undisputed')
      await Promise.all([
        pause(SWAP_EVERY_MS),
        ...open.flatMap((own) => [steps.addCustomer(own), steps.removeCustomer(own)]),
      ])
      const [own] = open
      if (own && luck.next() < readShare) await readBack(own)
    }

    for (;;) {
      if (gate.isClosed) {
        open = []
        shared.length = 0
        await gate.pass()
        if (isOver) return
        if (number === 0) await Promise.all(Array.from({ length: RIVALS }, () => book('rival')))
        if (number === 1) await Promise.all(Array.from({ length: SWAPPED }, () => book('undisputed')))
        // each episode has both at least once
        if (number === 2) await lookAcross()
        if (number === 3) await useKeyOfAnother()
      }

      if (isOver) return
      await pause(pauseMs)
      if (number === 0) {
        await rival()
        continue
      }
      if (number === 1) {
        await swap()
        continue
      }
      const any = luck.next()
      if (any < 0.03) await lookAcross()
      else if (any < 0.06) await useKeyOfAnother()
      const common = shared[luck.below(Math.max(1, shared.length))]
      if (common && luck.next() < 0.2) {
        await steps[luck.oneOf(ON_SHARED)](common)
        continue
      }
      const own = open[luck.below(Math.max(1, open.length))]
      if (!own || open.length < 3 || luck.next() < 0.25) {
        await book()
        continue
      }
      await steps[luck.oneOf(names)](own)
      if (open.includes(own) && luck.next() < readShare) await readBack(own)
      if (open.length > 20) open = open.slice(10)
    }
  }

  /** Reads back what was written: always from the owner, and from every service while no fault is active. */
  const readBack = async (own: Own) => {
    const wasCalm = isCalm()
    const whole = await client.send('GET', `${V2}/${own.id}`)
    if (whole?.status === 200) {
      const { start, title, participants } = whole.body as Appointment
      if (start !== own.start || title !== own.title)
        journal.complain(
          'own write',
          `${own.id} reads ${start} ${title ?? ''}, written was ${own.start} ${own.title}`,
        )
      const missing = [...own.customers, ...own.agents].filter(
        (id) => !participants.some((one) => one.id === id),
      )
      if (missing.length > 0 && wasCalm && isCalm())
        journal.complain('settled read', `${own.id} lacks ${missing.join(', ')}`)
    } else if (whole && whole.status < 500)
      journal.complain('own write', `${own.id} responds ${whole.status}`)
    // a service that has not applied the booking yet must not report it as missing
    const interaction = await client.send('GET', `${V2}/${own.id}/interaction`)
    if (interaction?.status === 404)
      journal.complain('own write', `the interaction of ${own.id} responds 404`)
    const [customer] = own.customers
    if (customer === undefined) return
    const known = await client.send('GET', `${V2}/${own.id}/participants/${customer}`)
    if (known?.status !== 200 && wasCalm && isCalm())
      journal.complain('settled read', `${own.id} customer ${customer} answers ${known?.status ?? 'nothing'}`)
  }

  /** A client of queues; it keeps its appointments from one fault to the next. */
  const planning = async () => {
    const planner = createPlanner({ number: lanes, luck: chance.branch('planner'), carryOut })
    for (;;) {
      if (gate.isClosed) await gate.pass()
      if (isOver) return
      await pause(pauseMs)
      await planner.step()
    }
  }

  const running = Promise.all([...Array.from({ length: lanes }, (_, number) => lane(number)), planning()])
  return {
    goOn: () => gate.open(),
    rest: () => gate.close(lanes + 1),
    async stop() {
      isOver = true
      gate.open()
      await running
    },
  }
}

const idOf = (response: CheckedResponse | undefined): string | undefined =>
  response?.status === 200 ? (response.body as { id: string }).id : undefined
