import { isStaff, problem, type Caller } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { expiryOf, holdKeyOf, isLive } from '../domain/hold.ts'
import { holdChanged } from '../events.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'
import { holds } from '../repositories/holds.ts'
import type { Deps } from './deps.ts'
import type { ShownHold } from './hold-slot.ts'

/* The id of a hold is a capability: a caller with the id may read, extend, release and use the hold. */

/** Reads a live hold. @throws Problem HOLD_NOT_FOUND */
export const getHold =
  ({ pool, clock }: Deps) =>
  async ({ id, caller }: { id: string; caller: Caller }): Promise<ShownHold> => {
    const hold = await holds.find(pool, holdKeyOf(id))
    if (!hold || !isLive(hold, clock.now())) throw problem('HOLD_NOT_FOUND')
    const { showAgents } = await availabilitySettings.find(pool, hold.applicationId)
    return { id, hold, showsAgent: isStaff(caller) || showAgents }
  }

/** Restarts the time to live of a hold, up to the end of its life. @throws Problem HOLD_GONE */
export const extendHold =
  ({ transaction, outbox, clock }: Deps) =>
  ({
    id,
    caller,
    ttl,
  }: {
    id: string
    caller: Caller
    ttl?: string | undefined
  }): Promise<Keyed<ShownHold>> =>
    transaction(async (tx) => {
      const hold = await holds.lock(tx, holdKeyOf(id))
      const now = clock.now()
      if (!hold || !isLive(hold, now)) throw problem('HOLD_GONE')
      const { showAgents } = await availabilitySettings.find(tx, hold.applicationId)
      const { ttl: times, extendableUntil } = hold
      const expiresAt = expiryOf(ttl, { times, extendableUntil, now })
      const extended = { ...hold, version: hold.version + 1, expiresAt }
      if (!(await holds.extend(tx, extended))) throw problem('HOLD_GONE')
      outbox.append(tx, holdChanged(extended, now))
      return { id, hold: extended, showsAgent: isStaff(caller) || showAgents }
    })

/** Releases a hold; one that has ended stays as it is. */
export const releaseHold =
  ({ transaction, outbox, clock }: Deps) =>
  ({ id }: { id: string }): Promise<void> =>
    transaction(async (tx) => {
      const hold = await holds.lock(tx, holdKeyOf(id))
      const now = clock.now()
      if (!hold || !isLive(hold, now)) return
      const released = { ...hold, version: hold.version + 1, releasedAt: now }
      holds.end(tx, released)
      outbox.append(tx, holdChanged(released, now))
    })

/** A job that deletes expired claims of holds, and holds that ended long ago. */
export const tidyUpHolds =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  (): Promise<boolean> =>
    holds.tidyUp(pool, clock.now())
