/** What Twilio reports of a message that did not arrive. */
export interface Misfortune {
  status: 'undelivered' | 'failed'
  errorCode: number
}

/** An answer that refuses a request. */
export interface Refusal {
  status: number
  code: number
  message: string
  retryAfterS?: number
}

/**
 * What becomes of a message: refused at once, accepted without an answer ever arriving (`hang` leaves the
 * connection open, `reset` breaks it), or accepted and delivered or not.
 */
export type Fate =
  { refused: Refusal } | { acceptedAnd: 'hang' | 'reset' } | { ends: Misfortune } | { ends: 'delivered' }

/** A planned fate, for one recipient or for whoever is next. */
export type ScriptedFate = Fate & {
  to?: string
  /** how often, once by default */
  times?: number
}

/** Numbers whose fate is fixed, like those of Twilio's own test credentials. */
export const MAGIC_NUMBERS: Readonly<Record<string, Fate>> = {
  '+15005550001': {
    refused: {
      status: 400,
      code: 21211,
      message: "The 'To' number +15005550001 is not a valid phone number.",
    },
  },
  '+15005550010': {
    refused: { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' },
  },
  '+15005550030': { ends: { status: 'undelivered', errorCode: 30003 } },
  '+15005550099': { acceptedAnd: 'hang' },
  '+15005550429': { refused: { status: 429, code: 20429, message: 'Too Many Requests' } },
}

/** Planned fates first, then those of magic numbers; everything else is delivered. */
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
