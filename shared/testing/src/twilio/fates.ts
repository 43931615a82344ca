/** The final status that Twilio reports for a message that was not delivered. */
export interface Misfortune {
  status: 'undelivered' | 'failed'
  errorCode: number
}

/** An error response to a request. */
export interface Rejection {
  status: number
  code: number
  message: string
  retryAfterS?: number
}

/**
 * The outcome of a message: rejected immediately, or accepted and then delivered or not. With `acceptedAnd` there is no
 * response: `hang` leaves the connection open, `reset` resets it.
 */
export type Fate =
  | { rejected: Rejection }
  | { acceptedAnd: 'hang' | 'reset'; ends?: Misfortune }
  | { ends: Misfortune }
  | { ends: 'delivered' }

/** A planned fate, for one recipient or for the next message. */
export type ScriptedFate = Fate & {
  to?: string
  /** how often, once by default */
  times?: number
}

/** Numbers with a fixed fate, like the magic numbers of Twilio's test credentials. */
export const MAGIC_NUMBERS: Readonly<Record<string, Fate>> = {
  '+15005550001': {
    rejected: {
      status: 400,
      code: 21211,
      message: "The 'To' number +15005550001 is not a valid phone number.",
    },
  },
  '+15005550010': {
    rejected: { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' },
  },
  '+15005550030': { ends: { status: 'undelivered', errorCode: 30003 } },
  '+15005550099': { acceptedAnd: 'hang' },
  '+15005550429': { rejected: { status: 429, code: 20429, message: 'Too Many Requests' } },
}

/** Chooses planned fates first, then those of magic numbers; every other message is delivered. */
export function createFates() {
  let planned: (ScriptedFate & { left: number })[] = []
  return {
    add: (fate: ScriptedFate): void => void planned.push({ ...fate, left: fate.times ?? 1 }),
    clear(): void {
      planned = []
    },
    next(to: string): Fate {
      const fate = planned.find((candidate) => candidate.left > 0 && (candidate.to ?? to) === to)
      if (fate === undefined) return MAGIC_NUMBERS[to] ?? { ends: 'delivered' }
      fate.left -= 1
      return fate
    },
  }
}
