import { appendFileSync } from 'node:fs'

/** What a client wants done, noted before it asks. */
export interface Intent {
  number: number
  /** When, in epoch milliseconds. */
  at: number
  operation: string
  method: string
  path: string
  body?: unknown
  /** The idempotency key; removals have none, and doing them twice is doing them once. */
  key?: string
  /** The appointment it is about; a booking has none before it is answered. */
  appointmentId?: string
  /** Whether the system has to do it, has to refuse it, or may do either because others want the same. */
  expects: 'acceptance' | 'refusal' | 'either'
  /** Whether it is sent once, without a key, so that its outcome may stay unknown. */
  isOnce?: boolean
  /** Whether several clients change the appointment at the same time. */
  isShared?: boolean
}

/** What became of it: done, refused, or nobody knows yet. */
export type Outcome =
  | { is: 'ok'; status: number; body: unknown }
  | { is: 'refused'; status: number; body: unknown }
  | { is: 'unknown' }

/** Something an answer or a read showed that must never be seen, whatever fails. */
export interface Complaint {
  rule:
    | 'deadline'
    | 'leak'
    | 'contract'
    | 'settled read'
    | 'own write'
    | 'unexpected refusal'
    | 'unexpected acceptance'
    | 'double booking'
    | 'foreign access'
    | 'shared key'
  about: string
  at: number
}

export interface Entry extends Intent {
  outcome: Outcome
  /** How often it was asked for. */
  tries: number
}

/** What a client wanted and what it was told. */
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
