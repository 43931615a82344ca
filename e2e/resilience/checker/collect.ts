import type pg from 'pg'
import type { RecordedEvent } from '../../src/recorded-events.ts'
import type { Journal } from '../load/journal.ts'
import { keepers, owners, publishers, type Keeper, type Owner } from '../../src/service-names.ts'
import type { TwilioFake } from '@appointments/testing'
import { withDatabase } from '../servers/with-database.ts'
import type { Stage } from '../stage/stage.ts'
import { claimedTime } from './claimed-time.ts'
import type { Evidence, FedChange, KeptHalves, Overdue, RecordedNotification } from './evidence.ts'

type Looked = Pick<Stage, 'databases' | 'smtp' | 'twilio' | 'receiver'>

const HALVES: Record<Keeper, string> = {
  appointments: 'SELECT id, appointment, roster FROM appointments WHERE id = ANY($1)',
  participants: 'SELECT id, appointment, roster FROM appointments WHERE id = ANY($1)',
  notifications: `SELECT id, appointment, roster FROM appointments WHERE id = ANY($1)
    AND id NOT IN (SELECT id FROM removed_appointments)`,
}

const isKeeper = (service: Owner): service is Keeper => keepers.some((one) => one === service)

const isPublisher = (service: Owner) => publishers.some((one) => one === service)

const halvesOf = async (client: pg.Client, service: Keeper, ids: string[]) =>
  (await client.query<KeptHalves & { id: string }>(HALVES[service], [ids])).rows

const eventsOf = async (client: pg.Client, service: Owner, ids: string[]): Promise<RecordedEvent[]> => {
  if (!isPublisher(service)) return []
  const { rows } = await client.query<Omit<RecordedEvent, 'service'>>(
    `SELECT type, aggregate_id AS "aggregateId", event_id AS id FROM recorded_events
     WHERE aggregate_id = ANY($1) ORDER BY position`,
    [ids],
  )
  return rows.map((row) => ({ service, ...row }))
}

const notificationsOf = async (client: pg.Client, ids: string[]): Promise<RecordedNotification[]> => {
  const { rows } = await client.query<RecordedNotification>(
    `SELECT id, appointment_id AS "appointmentId", source_event_id AS "eventId", type, channel,
       recipient_key AS recipient, planned_offset AS "offset", status,
       array_remove(spent_provider_ids || provider_id, NULL) AS "providerIds",
       EXISTS (SELECT FROM notification_events e
               WHERE e.notification_id = n.id AND (e.reason = 'outcome_unknown' OR e.provider_status = 'INTERRUPTED'))
         AS "hadUnknownOutcome",
       EXISTS (SELECT FROM notification_events e
               WHERE e.notification_id = n.id AND e.provider_status = 'INTERRUPTED') AS "wasInterrupted"
     FROM notifications n WHERE appointment_id = ANY($1)`,
    [ids],
  )
  return rows
}

const changesOf = async (client: pg.Client, ids: string[]): Promise<FedChange[]> => {
  const { rows } = await client.query<FedChange>(
    `SELECT appointment_id AS "appointmentId", type, version, position::float FROM appointment_changes
     WHERE appointment_id = ANY($1) ORDER BY appointment_id, id`,
    [ids],
  )
  return rows
}

const UNPUBLISHED =
  "SELECT event_id AS id FROM outbox WHERE published_at IS NULL AND created_at < now() - interval '10 seconds'"

/**
 * Work that should be done by now, with a margin slightly longer than the polling interval of each worker.
 */
const OVERDUE: Partial<Record<Owner, [Overdue['what'], string][]>> = {
  appointments: [
    ['event to publish', UNPUBLISHED],
    [
      'claimed slot',
      "SELECT agent_id AS id FROM agent_bookings WHERE claimed_until < now() - interval '2 minutes'",
    ],
  ],
  participants: [['event to publish', UNPUBLISHED]],
  availability: [['event to publish', UNPUBLISHED]],
  notifications: [
    [
      'notification',
      // the SMS provider is polled every 15 seconds about all messages it has accepted so far
      `SELECT id, format('%s, %s, attempt %s, due since %s', channel, provider_status, attempt_no, now() - due_at)
         AS details
       FROM notifications
       WHERE due_at < now() - CASE WHEN provider_id IS NULL THEN interval '3 seconds' ELSE interval '20 seconds' END`,
    ],
    ['lease', "SELECT id FROM notifications WHERE lease_until < now() - interval '3 seconds'"],
  ],
}

const overdueOf = async (client: pg.Client, service: Owner): Promise<Overdue[]> => {
  const found: Overdue[] = []
  for (const [what, text] of OVERDUE[service] ?? []) {
    const { rows } = await client.query<Pick<Overdue, 'id' | 'details'>>(`${text} LIMIT 20`)
    found.push(...rows.map((row) => ({ service, what, ...row })))
  }
  return found
}

/** Ids of the appointments in a journal. */
const idsIn = ({ entries }: Journal): string[] => [
  ...new Set(
    entries.flatMap(({ appointmentId, operation, outcome }) =>
      operation === 'schedule' && outcome.is === 'ok'
        ? [(outcome.body as { id: string }).id]
        : appointmentId === undefined
          ? []
          : [appointmentId],
    ),
  ),
]

/** Titles of bookings whose appointment id the client does not know. */
const titlesIn = ({ entries }: Journal) =>
  entries
    .filter(({ operation }) => operation === 'schedule')
    .map(({ body }) => (body as { title: string }).title)

/** Collects the evidence about everything in a journal. */
export async function collect(
  stage: Looked,
  journal: Journal,
  { isSteady = false, followed }: Partial<Pick<Evidence, 'isSteady' | 'followed'>> = {},
): Promise<Evidence> {
  const titles = titlesIn(journal)
  const named = await Promise.all(
    keepers.map((service) =>
      withDatabase(stage.databases[service], (client) =>
        client.query<{ id: string }>(`SELECT id FROM appointments WHERE appointment ->> 'title' = ANY($1)`, [
          titles,
        ]),
      ),
    ),
  )
  const ids = [...new Set([...idsIn(journal), ...named.flatMap(({ rows }) => rows.map(({ id }) => id))])]
  const seen = await Promise.all(
    owners.map((service) =>
      withDatabase(stage.databases[service], async (client) => {
        const halves = isKeeper(service) ? await halvesOf(client, service, ids) : []
        const events = await eventsOf(client, service, ids)
        const inbox = await client.query<{ event_id: string }>('SELECT event_id FROM inbox')
        return {
          service,
          kept: new Map(halves.map(({ id, ...both }) => [id, both])),
          events,
          applied: new Set(inbox.rows.map((row) => row.event_id)),
          changes: service === 'appointments' ? await changesOf(client, ids) : [],
          notifications: service === 'notifications' ? await notificationsOf(client, ids) : [],
          overdue: await overdueOf(client, service),
        }
      }),
    ),
  )
  const by = <Part>(part: (one: (typeof seen)[number]) => Part) =>
    Object.fromEntries(seen.map((one) => [one.service, part(one)])) as Record<Owner, Part>
  const notifications = seen.flatMap((one) => one.notifications)
  return {
    journal,
    kept: by(({ kept }) => kept),
    events: seen.flatMap(({ events }) => events),
    applied: by(({ applied }) => applied),
    claims: await claimedTime(stage.databases),
    changes: seen.flatMap(({ changes }) => changes),
    followed,
    notifications,
    overdue: seen.flatMap(({ overdue }) => overdue),
    isSteady,
    received: {
      mails: stage.smtp
        .messages()
        .map(({ headers }) => /^<(.+)@/.exec(headers['message-id'] ?? '')?.[1] ?? ''),
      webhooks: stage.receiver.deliveries().map(({ headers }) => headers['webhook-id'] ?? ''),
      texts: textsOf(stage.twilio.messages(), notifications),
    },
  }
}

/**
 * Ids of the notifications that SMS belong to. The provider assigns its own id to each SMS; if that id was
 * lost, the SMS is matched by text and number with one whose id is recorded.
 */
function textsOf(
  messages: ReturnType<TwilioFake['messages']>,
  notifications: readonly RecordedNotification[],
): string[] {
  const bySid = new Map(notifications.flatMap(({ id, providerIds }) => providerIds.map((sid) => [sid, id])))
  const bySaying = new Map<string, string>()
  const saying = ({ to, body }: (typeof messages)[number]) => `${to} ${body}`
  for (const message of messages) {
    const id = bySid.get(message.sid)
    if (id !== undefined) bySaying.set(saying(message), id)
  }
  return messages.flatMap((message) => bySid.get(message.sid) ?? bySaying.get(saying(message)) ?? [])
}
