import { createBoundedCache, type Clock, type Log } from '@appointments/runtime'
import type { AskService } from '../proxy/ask-service.ts'

const CACHED_MS = 30_000
const MOST_CACHED = 1000
/** The default of the application setting. */
const DEFAULT_PER_HOUR = 1000

interface Deps {
  ask: AskService
  clock: Clock
  log: Log
}

/** How many passwords a client may ask for in an hour, and what is counted together. */
export interface Allowance {
  perHour: number
  /** Names the application, or all of those that the appointments service does not know. */
  scope: string
}

const ofUnknown: Allowance = { perHour: DEFAULT_PER_HOUR, scope: 'unknown' }

/**
 * Asks the appointments service how many one-time passwords an application lets a client ask for, and remembers the
 * response for half a minute. While the service is away, or is an older release, the default holds.
 */
export function createOtpAllowances({ ask, clock, log }: Deps) {
  const known = createBoundedCache<Allowance>(MOST_CACHED)
  const allowanceOf = async (applicationId: string): Promise<Allowance> => {
    const { answer } = await ask('readOtpAllowance', { applicationId })
    if (answer?.perHour === undefined) return ofUnknown
    return { perHour: answer.perHour, scope: `application/${applicationId}` }
  }
  return async (applicationId: string): Promise<Allowance> => {
    const now = clock.now().getTime()
    const remembered = known.get(applicationId, now)
    if (remembered) return remembered
    try {
      const allowance = await allowanceOf(applicationId)
      known.set(applicationId, allowance, now + CACHED_MS)
      return allowance
    } catch (error) {
      log.debug({ err: error }, 'the default limit of one-time passwords holds')
      return ofUnknown
    }
  }
}
export type OtpAllowances = ReturnType<typeof createOtpAllowances>
