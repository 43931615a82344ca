import { problem, type Problem } from '@appointments/contracts'

/** The problem of a request that needs the availability service, which does not respond. Other requests do not need it. */
export const noDecision = (): Problem => problem('UNAVAILABLE', { retryAfter: 2, isPartial: true })
