import { availabilitySettings } from '../repositories/availability-settings.ts'
import { applications } from '../repositories/applications.ts'
import { claims, keyOf } from '../repositories/claims.ts'
import { projections } from '../repositories/projections.ts'
import type { Deps } from './deps.ts'
import { raiseCalendars } from './keep-claims.ts'

type ReadDeps = Pick<Deps, 'pool' | 'partTransaction' | 'appointments' | 'clock'>

/**
 * Reads all applications and live claims of the appointments service into this one. Events are consumed meanwhile, and
 * versions decide which is newer. Claims that the appointments service does not have are dropped, so the copy is then
 * the same as if no event had been missed.
 */
export const readProjection =
  ({ pool, partTransaction, appointments, clock }: ReadDeps) =>
  async (): Promise<void> => {
    const unread = await claims.versions(pool)
    for await (const page of appointments.claims()) {
      for (const { holder } of page) unread.delete(keyOf(holder))
      await partTransaction(async (tx) =>
        raiseCalendars(tx, await claims.replace(tx, page, { evenIfSame: true })),
      )
    }
    for (const gone of unread.values())
      await partTransaction(async (tx) => raiseCalendars(tx, await claims.drop(tx, gone)))
    // last, because a replica beside an older release offers times of an application as soon as it knows it
    for await (const page of appointments.applications())
      await partTransaction((tx) => {
        for (const { application, availability } of page) {
          applications.keep(tx, application)
          if (availability) availabilitySettings.keep(tx, availability)
        }
      })
    await projections.complete(pool, 'appointments', clock.now())
  }
