import { randomUUID } from 'node:crypto'
import { daysAhead } from '@appointments/testing'
import { APPLICATION } from '../load/applications.ts'
import type { Appointment, History } from '../../src/response-bodies.ts'
import type { CheckedClient } from '../load/checked-client.ts'
import { comesTrue } from '../run/comes-true.ts'
import type { CrashedOperation } from './crashed-operation.ts'
import { succeeded } from './succeeded.ts'

const APPOINTMENTS = '/api/v2/appointments'
const DELIVERED_WITHIN_MS = 20_000

/** The mails about an appointment that were delivered. */
async function deliveredMails({ send }: CheckedClient, id: string): Promise<History['content']> {
  const response = await send('GET', `${APPOINTMENTS}/${id}/notifications?channel=EMAIL`)
  if (response?.status !== 200) return []
  return (response.body as History).content.filter(({ status }) => status === 'DELIVERED')
}

/** Operations on messages that were sent. */
export const messageOperations: readonly CrashedOperation[] = [
  {
    name: 'resend a message',
    async request(client) {
      const body = {
        applicationId: APPLICATION,
        start: daysAhead(30),
        duration: 'PT30M',
        customers: [{ contact: { primaryEmail: `${randomUUID()}@customers.example` } }],
      }
      const { id } = succeeded(await client.send('POST', APPOINTMENTS, { body })) as Appointment
      const count = async () => (await deliveredMails(client, id)).length
      if (!(await comesTrue(async () => (await count()) === 1, DELIVERED_WITHIN_MS, 100)))
        throw new Error('the first mail was not delivered')
      const [first] = await deliveredMails(client, id)
      return {
        method: 'POST',
        path: `${APPOINTMENTS}/${id}/notifications/${first!.id}/resend`,
        appointmentId: id,
        // the new mail is sent exactly once, whichever process is killed
        follows: async () => (await count()) === 2,
      }
    },
  },
]
