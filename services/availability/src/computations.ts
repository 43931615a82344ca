import { Problem } from '@appointments/contracts'

/** Requests about more agents than this are counted. */
const MANY = 1000
/** Maximum number of such requests that run in parallel. */
const MOST_AT_ONCE = 8

/** Too many large requests are being computed. */
class TooManyComputations extends Problem {
  override readonly isCounted = true

  constructor() {
    super('UNAVAILABLE', {
      detail: 'Too many requests about large queues are being computed; send the request again later.',
      retryAfter: 1,
      isPartial: true,
    })
  }
}

/** Limits how many requests about many agents a replica computes at once, because each takes memory and time. */
export function createComputations({ onRejected }: { onRejected: () => void }) {
  let running = 0
  return {
    /**
     * Runs a computation over a number of agents.
     * @throws Problem UNAVAILABLE if too many large ones are running
     */
    async run<Result>(agents: number, compute: () => Promise<Result>): Promise<Result> {
      if (agents <= MANY) return compute()
      if (running >= MOST_AT_ONCE) {
        onRejected()
        throw new TooManyComputations()
      }
      running += 1
      try {
        return await compute()
      } finally {
        running -= 1
      }
    },
  }
}
export type Computations = ReturnType<typeof createComputations>
