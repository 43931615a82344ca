import { daysAhead } from '@appointments/testing'
import type { Chance } from './chance.ts'
import type { Entry, Intent } from './journal.ts'

export const APPOINTMENTS = '/api/v2/appointments'
const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
const FIRST_START = Date.parse(daysAhead(90))

/** An appointment as its client knows it. */
export interface Own {
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

/** One client: its appointments, and everything that determines its next steps. */
export interface Lane {
  number: number
  luck: Chance
  /** The share of its bookings for which clients compete. */
  contended: number
  /** Its own appointments. */
  open: Own[]
  /** Appointments that every client changes. */
  shared: Own[]
  carryOut: (intent: Omit<Intent, 'number' | 'at' | 'key'>) => Promise<Entry>
  /** A number that is new in this lane. */
  count: () => number
  /** A start time that hardly any other appointment has. */
  farOff: () => string
  /** A start time; one in five has a reminder due within seconds. */
  when: () => string
  /** A customer with an address, one in three also with a phone. */
  customer: () => { contact: { primaryEmail: string; primaryPhone?: string } }
}

/** A client without appointments. */
export function createLane({
  number,
  luck,
  contended,
  shared,
  carryOut,
}: Pick<Lane, 'number' | 'luck' | 'contended' | 'shared' | 'carryOut'>): Lane {
  let counted = 0
  const count = () => (counted += 1)
  const inSeconds = (at: number) => new Date(Math.floor(at / 1000) * 1000).toISOString().replace('.000', '')
  const farOff = () => inSeconds(FIRST_START + luck.below(20_000) * QUARTER_MS)
  return {
    number,
    luck,
    contended,
    open: [],
    shared,
    carryOut,
    count,
    farOff,
    when: () => (luck.next() < 0.2 ? inSeconds(Date.now() + DAY_MS + (8 + luck.below(10)) * 1000) : farOff()),
    customer() {
      const which = count()
      const primaryPhone = `+49151${number}${String(which).padStart(6, '0')}`
      const primaryEmail = `c${number}-${which}@customers.example`
      return { contact: { primaryEmail, ...(which % 3 === 0 && { primaryPhone }) } }
    },
  }
}

/** Removes an appointment from those of a client. */
export function forget(lane: Lane, own: Own): void {
  lane.open = lane.open.filter((one) => one !== own)
}
