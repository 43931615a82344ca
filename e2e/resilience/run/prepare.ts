import { RECORD_EVENTS } from '../../src/recorded-events.ts'
import { publishers } from '../../src/service-names.ts'
import { withDatabase } from '../servers/with-database.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { CheckedResponse, CheckedClient } from '../load/checked-client.ts'
import { CONTENDED } from '../load/contended.ts'
import { APPLICATION, PLANNED } from '../load/applications.ts'
import { AT_ONCE, MEMBERS, RESERVING } from '../load/planned.ts'
import type { Stage } from '../stage/stage.ts'

const READY_WITHIN_MS = 60_000

/** Makes the application that all clients book in, and starts recording every event. */
export async function prepare(stage: Stage, { send }: CheckedClient): Promise<void> {
  for (const owner of publishers)
    await withDatabase(stage.databases[owner], (client) =>
      // as the user of the services, whose writes are recorded
      client.query(`SET ROLE service; ${RECORD_EVENTS}; RESET ROLE`),
    )
  const notifications = {
    active: true,
    schedules: [{ type: 'REMINDER', offset: 'PT24H', channels: ['EMAIL'], misfire: 'SEND_IF_RELEVANT' }],
    limits: { emailPerMinute: 100_000, smsPerSecond: 1000, perRecipientPerDay: 1000 },
  }
  const insist = async (method: string, path: string, body: unknown) => {
    let response: CheckedResponse | undefined
    const limit = Date.now() + READY_WITHIN_MS
    while (Date.now() < limit) {
      response = await send(method, path, { body })
      if (response && response.status < 300) return
      await pause(250)
    }
    throw new Error(`preparing the stage failed: ${JSON.stringify(response)}`)
  }
  await insist('PUT', `/api/v2/applications/${APPLICATION}`, { notifications })
  await insist('PUT', `/api/v2/applications/${CONTENDED}`, { overlapPolicy: 'REJECT', notifications })
  await insist('PUT', `/api/v2/applications/${PLANNED}`, { overlapPolicy: 'REJECT', notifications })
  await insist('PUT', `/api/v2/applications/${PLANNED}/availability`, { availabilityPolicy: 'ENFORCE' })
  await insist('PUT', `/api/v2/queues/${AT_ONCE}`, { name: AT_ONCE })
  const assign = { when: 'BEFORE_START', lead: 'PT1H' }
  await insist('PUT', `/api/v2/queues/${RESERVING}`, { name: RESERVING, assign })
  const always = [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '00:00', to: '24:00' }]
  const queues = [{ queueId: AT_ONCE }, { queueId: RESERVING }]
  for (const id of MEMBERS)
    await insist('PUT', `/api/v2/agents/${id}`, { displayName: id, timezone: 'UTC', hours: always, queues })
  await insist('POST', '/api/v2/webhook-endpoints', {
    applicationId: APPLICATION,
    url: `${stage.receiverUrl}/hooks`,
  })
}
