import { appendFileSync } from 'node:fs'

/** A client's intended operation, recorded before its request is sent. */
export interface Intent {
  number: number
  /** Epoch milliseconds. */
  at: number
  operation: string
  method: string
  path: string
  body?: unknown
  /** The idempotency key; removals have none, because repeating them is harmless. */
  key?: string
  /** The appointment it is about; absent for a booking until its response arrives. */
  appointmentId?: string
  /**
   * Whether the system must accept it, must reject it, or may do either because others compete for the same
   * time.
   */
  expects: 'acceptance' | 'rejection' | 'either'
  /** Whether it is sent once, without a key, so that its outcome may stay unknown. */
  isOnce?: boolean
  /** Whether several clients change the appointment concurrently. */
  isShared?: boolean
}

/** The outcome: accepted, rejected, or still unknown. */
export type Outcome =
  | { is: 'ok'; status: number; body: unknown }
  | { is: 'rejected'; status: number; body: unknown }
  | { is: 'unknown' }

/** Something in a response or a read that no fault may cause. */
export interface Complaint {
  rule:
    | 'deadline'
    | 'leak'
    | 'contract'
    | 'settled read'
    | 'own write'
    | 'unexpected rejection'
    | 'unexpected acceptance'
    | 'double booking'
    | 'foreign access'
    | 'shared key'
  about: string
  at: number
}

export interface Entry extends Intent {
  outcome: Outcome
  /** How often the request was sent. */
  tries: number
}

/** What clients requested and which responses they received. */
export interface Journal {
  entries: Entry[]
  complaints: Complaint[]
}

/** A journal that is also a file of JSON lines: one before each request, one after its outcome. */
export function keepJournal(file: string | undefined) {
  const journal: Journal = { entries: [], complaints: [] }
  const write = (line: object) => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
  return {
    journal,
    intend(intent: Omit<Intent, 'number' | 'at'>): Entry {
      const number = journal.entries.length + 1
      const entry: Entry = { ...intent, number, at: Date.now(), outcome: { is: 'unknown' }, tries: 0 }
      journal.entries.push(entry)
      write({ intent: { ...intent, number, at: entry.at } })
      return entry
    },
    conclude(entry: Entry, outcome: Outcome) {
      entry.outcome = outcome
      write({ number: entry.number, ...outcome, tries: entry.tries, at: Date.now() })
    },
    complain(rule: Complaint['rule'], about: string) {
      const complaint = { rule, about, at: Date.now() }
      journal.complaints.push(complaint)
      write({ complaint })
    },
  }
}
export type KeptJournal = ReturnType<typeof keepJournal>
