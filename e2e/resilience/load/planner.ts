import type { Appointment } from '../../src/response-bodies.ts'
import { PLANNED } from './applications.ts'
import type { Chance } from './chance.ts'
import type { Entry, Intent } from './journal.ts'
import { AT_ONCE, MEMBERS, PLANNED_STARTS, RESERVING } from './planned.ts'

const APPOINTMENTS = '/api/v2/appointments'
const HOLDS = '/api/v2/availability/holds'
/** Appointments that a planner keeps before it cancels one. */
const KEPT = 6
const HALF_HOUR_MS = 1_800_000

/** A client that holds and books times of queues, and changes the calendars of their members. */
export interface Planner {
  /** One booking, hold, cancellation or absence. */
  step: () => Promise<void>
}

interface Deps {
  number: number
  luck: Chance
  carryOut: (intent: Omit<Intent, 'number' | 'at' | 'key'>) => Promise<Entry>
}

/** Creates a planner. Its requests compete for few times, so each of them may be rejected. */
export function createPlanner({ number, luck, carryOut }: Deps): Planner {
  let open: string[] = []
  let count = 0

  /** Books a time of a queue, with a hold of it if one is given. */
  const book = async (start: string, queueId: string, holdId?: string) => {
    count += 1
    const body = {
      applicationId: PLANNED,
      title: `planner ${number} booking ${count}`,
      start,
      duration: 'PT30M',
      customers: [{ contact: { primaryEmail: `planned-${number}-${count}@customers.example` } }],
      ...(holdId === undefined ? { targetAssignment: { type: 'QUEUE', id: queueId } } : { holdId }),
    }
    const intent = { operation: 'schedule', method: 'POST', path: APPOINTMENTS, body } as const
    const { outcome } = await carryOut({ ...intent, expects: 'either' })
    if (outcome.is === 'ok') open.push((outcome.body as Appointment).id)
  }

  const hold = async (start: string, queueId: string) => {
    const body = { applicationId: PLANNED, queueId, start, duration: 'PT30M' }
    const { outcome } = await carryOut({
      operation: 'hold',
      method: 'POST',
      path: HOLDS,
      body,
      expects: 'either',
    })
    if (outcome.is !== 'ok') return
    const { id } = outcome.body as { id: string }
    if (luck.next() < 0.6) await book(start, queueId, id)
    else await carryOut({ operation: 'release', method: 'DELETE', path: `${HOLDS}/${id}`, expects: 'either' })
  }

  const cancel = async () => {
    const [id] = open
    if (id === undefined) return
    open = open.slice(1)
    await carryOut({
      operation: 'cancel',
      method: 'PUT',
      path: `${APPOINTMENTS}/${id}/cancel`,
      body: { reason: 'No longer needed' },
      appointmentId: id,
      expects: 'either',
    })
  }

  /**
   * Records an absence, so that the system replaces a reserved member, and deletes it at once, so that times stay
   * offered.
   */
  const beAbsent = async (start: string) => {
    const exceptions = `/api/v2/agents/${luck.oneOf(MEMBERS)}/exceptions`
    const until = new Date(Date.parse(start) + HALF_HOUR_MS).toISOString()
    const { outcome } = await carryOut({
      operation: 'absence',
      method: 'POST',
      path: exceptions,
      body: { type: 'ABSENCE', from: start, until },
      expects: 'acceptance',
    })
    if (outcome.is !== 'ok') return
    const path = `${exceptions}/${(outcome.body as { id: string }).id}`
    await carryOut({ operation: 'return', method: 'DELETE', path, expects: 'acceptance' })
  }

  return {
    async step() {
      const start = luck.oneOf(PLANNED_STARTS)
      const queueId = luck.oneOf([AT_ONCE, RESERVING])
      const any = luck.next()
      if (open.length >= KEPT || any < 0.15) await cancel()
      else if (any < 0.25) await beAbsent(start)
      else if (any < 0.65) await hold(start, queueId)
      else await book(start, queueId)
    },
  }
}
