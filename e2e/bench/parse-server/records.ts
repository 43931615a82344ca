import type { Load } from '../measure.ts'
import { booking } from '../operations.ts'
import { clients } from '../settings.ts'
import { DESK, type Booked } from './fill.ts'
import type { ParseServer } from './program.ts'

interface Counts {
  bookings: number
  changes: number
}

// one statement reads one snapshot: a concurrent booking is counted as a whole or not at all
const COUNTS = `
  WITH made AS (SELECT "objectId" AS id, "rosterVersion" AS version FROM "Appointment" WHERE "rosterVersion" IS NOT NULL),
    customers AS (SELECT "objectId" AS id, presence FROM "Customer" JOIN made ON made.id = appointment),
    events AS (SELECT type FROM "Event" JOIN made ON made.id = appointment)
  SELECT (SELECT count(*) FROM made)::int AS bookings,
    (SELECT coalesce(sum(version - 1), 0) FROM made)::int AS changes,
    (SELECT count(*) FROM made WHERE version > 1)::int AS changed,
    (SELECT count(*) FROM customers)::int AS customers,
    (SELECT count(*) FROM customers WHERE presence IS NOT NULL)::int AS "customersSeen",
    (SELECT count(*) FROM "Ticket" JOIN customers ON customers.id = customer)::int AS tickets,
    (SELECT count(*) FROM "Notification" JOIN customers ON customers.id = customer)::int AS notifications,
    (SELECT count(*) FROM events WHERE type = 'APScheduledEvent')::int AS scheduled,
    (SELECT count(*) FROM events WHERE type = 'APPresenceEvent')::int AS presence`

/**
 * Counts what the cloud code has booked and changed.
 * @throws Error if a record of a booking or a change is missing or duplicated
 */
async function counted({ sql }: ParseServer): Promise<Counts> {
  const [found] = await sql<Record<string, number>>(COUNTS)
  const { bookings = 0, changes = 0, ...others } = found ?? {}
  const whole =
    others.customers === bookings &&
    others.tickets === 2 * bookings &&
    others.notifications === 2 * bookings &&
    others.scheduled === bookings &&
    others.presence === changes &&
    others.customersSeen === others.changed
  if (!whole) throw new Error(`parse-server keeps incomplete records: ${JSON.stringify(found)}`)
  return { bookings, changes }
}

/**
 * Runs a load on the cloud code, and checks that it wrote everything that it confirmed.
 * @throws Error if it confirmed more than it wrote
 */
export async function recorded(
  parse: ParseServer,
  what: keyof Counts,
  run: () => Promise<Load>,
): Promise<Load> {
  const before = await counted(parse)
  const load = await run()
  const written = (await counted(parse))[what] - before[what]
  // a client's first change may set the presence that the previous load left, which changes nothing
  const unchanged = what === 'changes' ? clients : 0
  if (written < load.succeeded - unchanged)
    throw new Error(`parse-server confirmed ${load.succeeded} ${what} and wrote ${written}`)
  return load
}

/**
 * Books and changes presence while the database rejects some of the events.
 * @throws Error if a rejected request leaves a record behind, or undoes another request
 */
export async function mustBeAllOrNothing(parse: ParseServer, booked: readonly Booked[]): Promise<void> {
  const before = await counted(parse)
  await parse.sql(`ALTER TABLE "Event" ADD CONSTRAINT reject_some
    CHECK (data->>'title' IS DISTINCT FROM 'rejected' AND data->>'presence' IS DISTINCT FROM 'JOINED')`)
  const sample = booked.slice(0, 16)
  const outcomes = await Promise.allSettled(
    sample.flatMap((one, index) => {
      const rejected = index % 2 === 0
      const body = { ...(JSON.parse(booking(DESK)) as object), ...(rejected && { title: 'rejected' }) }
      return [
        parse.post('/functions/schedule', body),
        parse.post('/functions/changePresence', { ...one, presence: rejected ? 'JOINED' : 'LEFT' }),
      ]
    }),
  )
  await parse.sql('ALTER TABLE "Event" DROP CONSTRAINT reject_some')
  const succeeded = outcomes.filter(({ status }) => status === 'fulfilled').length
  const after = await counted(parse)
  const written = [after.bookings - before.bookings, after.changes - before.changes]
  if (succeeded !== sample.length || written.some((count) => count !== sample.length / 2))
    throw new Error(
      `parse-server confirmed ${succeeded} of ${sample.length} and wrote ${written.join(' and ')}`,
    )
}
