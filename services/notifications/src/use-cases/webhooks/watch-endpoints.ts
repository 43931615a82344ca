import { alertStepOf, isGivenUp } from '../../domain/webhooks/endpoint-alerts.ts'
import { endpointHealth } from '../../repositories/webhooks/endpoint-health.ts'
import type { Deps } from '../deps.ts'
import { type Watching, alertOwner } from './alert-owner.ts'
import { disableEndpoint } from './disable-endpoint.ts'

/**
 * Alerts the owners of failing endpoints at each step, and disables endpoints without success for 120 hours
 * (docs/contract/webhooks.md#failing-endpoints).
 * @returns true if there is more to do
 */
export const watchEndpoints =
  ({ transaction, clock, ...deps }: Pick<Deps, 'transaction' | 'clock'> & Watching) =>
  (): Promise<boolean> =>
    transaction(async (tx) => {
      const now = clock.now()
      const endpoint = await endpointHealth.lockAlerting(tx, now)
      if (!endpoint) return false
      const step = alertStepOf(endpoint, now)
      endpointHealth.keepAlertStep(tx, endpoint.id, step)
      if (isGivenUp(step)) await disableEndpoint(tx, deps, endpoint.id, 'NO_SUCCESS', now)
      else alertOwner(tx, deps, endpoint, 'FAILING', now)
      return true
    })
