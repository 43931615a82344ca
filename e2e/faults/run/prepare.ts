import { RECORD_EVENTS } from '../../src/databases.ts'
import { withDatabase } from '../servers/with-database.ts'
import type { Asking } from '../load/asking.ts'
import { APPLICATION } from '../load/workload.ts'
import type { Stage } from '../stage/stage.ts'

/** Makes the application that all clients book in, and has every event remembered. */
export async function prepare(stage: Stage, { ask }: Asking): Promise<void> {
  for (const owner of ['appointments', 'participants'] as const)
    await withDatabase(stage.databases[owner], (client) =>
      // as the user of the service, whose writes are recorded
      client.query(`SET ROLE service; ${RECORD_EVENTS}; RESET ROLE`),
    )
  const notifications = {
    active: true,
    schedules: [],
    limits: { emailPerMinute: 100_000, smsPerSecond: 1000, perRecipientPerDay: 1000 },
  }
  const application = await ask('PUT', `/api/v2/applications/${APPLICATION}`, { body: { notifications } })
  const body = { applicationId: APPLICATION, url: `${stage.receiverUrl}/hooks` }
  const endpoint = await ask('POST', '/api/v2/webhook-endpoints', { body })
  for (const answer of [application, endpoint])
    if (!answer || answer.status >= 300) throw new Error(`the stage is not ready: ${JSON.stringify(answer)}`)
}
