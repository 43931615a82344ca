import { booking } from '../operations.ts'
import { SEEDED_FROM } from '../seed.ts'
import { clients, organizations } from '../settings.ts'
import type { ParseServer } from './program.ts'

const SEEDED = organizations * 1000
/** Enough rows that no two clients change the same one. */
const OWN = Math.max(32, clients)
const EPOCH = new Date(SEEDED_FROM)

/** The application and the agent of the bookings. */
export const DESK = { applicationId: 'bench', agentId: 'desk-agent' }

/** An instant in Parse's format. */
export const date = (iso: string) => ({ __type: 'Date', iso })

/** The objects that requests can be about. */
export interface Filled {
  /** Ids of plain rows. */
  rows: string[]
  /** Appointments booked by the cloud code. */
  booked: Booked[]
}

export interface Booked {
  appointmentId: string
  customerId: string
}

/** A booking as one plain row. */
export const bareRow = (application: string, agent: string) => ({
  applicationId: application,
  agentId: agent,
  title: 'Contract review',
  start: date(EPOCH.toISOString()),
  end: date(new Date(EPOCH.getTime() + 1_800_000).toISOString()),
  duration: 'PT30M',
  timezone: 'Europe/Berlin',
  state: 'SCHEDULED',
  presence: 'NOT_JOINED',
  customers: [{ name: { firstName: 'Ada' }, contact: { primaryEmail: 'ada@example.com' } }],
})

/** Fills the database like that of the appointments service. */
export async function fill({ post, sql }: ParseServer): Promise<Filled> {
  // the first row completes the table; the rest are copies of it
  await post('/classes/Appointment', bareRow('app-0', 'agent-0'))
  await sql(
    `INSERT INTO "Appointment" ("objectId", "createdAt", "updatedAt", _rperm, _wperm, "applicationId", "agentId", title,
       start, "end", duration, timezone, state, presence, customers)
     SELECT substr(md5(n::text), 1, 10), "createdAt", "updatedAt", _rperm, _wperm, 'app-' || n % $2, 'agent-' || n % $3, title,
       start + minutes, "end" + minutes, duration, timezone, state, presence, customers
     FROM "Appointment", generate_series(1, $1::int) n,
       LATERAL (SELECT (n::bigint * 7919 % 1051200) * interval '1 minute' AS minutes) moved`,
    [SEEDED, SEEDED / 1000, SEEDED / 100],
  )
  await sql('CREATE INDEX by_agent ON "Appointment" ("agentId", start)')
  await sql('CREATE INDEX by_application ON "Appointment" ("applicationId", start)')
  await sql('VACUUM ANALYZE')
  const settings = { overlapPolicy: 'ALLOW', allowPast: false, defaultLocale: 'en' }
  await post('/classes/Application', { objectId: 'bench', version: 1, settings })
  const [rows, booked]: [string[], Booked[]] = [[], []]
  for (let count = 0; count < OWN; count += 1) {
    const row = (await post('/classes/Appointment', bareRow('bench', 'desk-1'))) as { objectId: string }
    rows.push(row.objectId)
    booked.push(await book(post))
  }
  return { rows, booked }
}

async function book(post: ParseServer['post']): Promise<Booked> {
  const { result } = (await post('/functions/schedule', JSON.parse(booking(DESK)) as object)) as {
    result: { objectId: string; customers: [{ objectId: string }] }
  }
  return { appointmentId: result.objectId, customerId: result.customers[0].objectId }
}
