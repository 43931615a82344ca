import type { EventData } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { calendarChanged } from '../events.ts'
import { nextVersion } from '../repositories/entries.ts'
import { reservations } from '../repositories/reservations.ts'
import type { Deps, OfOrganization } from './deps.ts'

type Change = Pick<EventData<'APCalendarChangedEvent'>, 'from' | 'to' | 'cause'>

/** Informs the appointments service that agents may have become less available, so that it exchanges reserved ones. */
export async function announceCalendars(
  tx: Tx,
  { outbox, sharesNames }: Pick<Deps, 'outbox' | 'sharesNames'>,
  { organization, agentIds, ...change }: Change & { organization: string; agentIds: readonly string[] },
  now: Date,
): Promise<void> {
  // a reserved agent is chosen again when its appointment is assigned
  if (!sharesNames) return
  for (const agentId of agentIds) {
    const version = await nextVersion(tx)
    outbox.append(tx, calendarChanged({ organizationId: organization, agentId, ...change, version }, now))
  }
}

/** Does the same after a change of a schedule or a holiday calendar, but only for agents whose time is reserved. */
export async function announceShared(
  deps: Pick<Deps, 'outbox' | 'sharesNames' | 'clock'>,
  tx: Tx,
  cause: 'SCHEDULE' | 'HOLIDAYS',
  { organization, id }: OfOrganization,
): Promise<void> {
  const now = deps.clock.now()
  const agentIds =
    cause === 'SCHEDULE'
      ? await reservations.ofSchedule(tx, organization, id, now)
      : await reservations.ofHolidayCalendar(tx, organization, id, now)
  await announceCalendars(tx, deps, { organization, agentIds, cause }, now)
}
