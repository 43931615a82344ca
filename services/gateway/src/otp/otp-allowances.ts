import { createBoundedCache, type Clock, type Log } from '@appointments/runtime'
import type { CallService } from '../proxy/call-service.ts'

const CACHED_MS = 30_000
const MAX_CACHED = 1000
/** Default of the application setting. */
const DEFAULT_PER_HOUR = 1000

interface Deps {
  call: CallService
  clock: Clock
  log: Log
}

/** How many passwords a client may request per hour, and which requests share that limit. */
export interface Allowance {
  perHour: number
  /** One scope for each application; all applications unknown to the appointments service share one. */
  scope: string
}

const fallback: Allowance = { perHour: DEFAULT_PER_HOUR, scope: 'unknown' }

/**
 * Asks the appointments service how many one-time passwords an application lets a client request, and caches the
 * response for 30 seconds. While the service is unavailable, the default applies.
 */
export function createOtpAllowances({ call, clock, log }: Deps) {
  const known = createBoundedCache<Allowance>(MAX_CACHED)
  const allowanceOf = async (applicationId: string): Promise<Allowance> => {
    const { body } = await call('readOtpAllowance', { applicationId })
    if (body?.perHour === undefined) return fallback
    return { perHour: body.perHour, scope: `application/${applicationId}` }
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
      log.debug({ err: error }, 'the limit of one-time passwords could not be read; the default applies')
      return fallback
    }
  }
}
export type OtpAllowances = ReturnType<typeof createOtpAllowances>
