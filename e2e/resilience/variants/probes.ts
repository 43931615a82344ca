import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { daysAhead } from '@appointments/testing'
import jwt from 'jsonwebtoken'
import { APPLICATION } from '../load/workload.ts'
import { withDatabase } from '../servers/with-database.ts'
import type { Stage } from '../stage/stage.ts'
import type { Probe } from './variant.ts'

const V2 = '/api/v2/appointments'
const LONGER_THAN_A_LEASE_MS = 25_000
const LONGER_THAN_A_RETRY_MS = 9000

const booking = (title: string = randomUUID()) => ({
  applicationId: APPLICATION,
  title,
  start: daysAhead(60),
  duration: 'PT30M',
  customers: [{ contact: { primaryEmail: `${title}@customers.example` } }],
})

/** A request of somebody. */
async function as(
  { gatewayUrl, tokenSecret }: Stage,
  claims: object,
  [method, path, body, headers = {}]: [string, string, unknown?, Record<string, string>?],
): Promise<{ status: number; id: string | undefined }> {
  const token = jwt.sign({ roles: ['ROLE_AGENT'], ...claims }, tokenSecret.current(), { expiresIn: '1h' })
  const response = await fetch(gatewayUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json().catch(() => ({}))) as { id?: string }
  return { status: response.status, id: answer.id }
}

export const otherOrganizationsAreShut: Probe = async (stage) => {
  const body = { ...booking(), applicationId: `of-a-${randomUUID()}` }
  const { id } = await as(stage, { userId: 'a', organizationId: 'org-a' }, ['POST', V2, body])
  const { status } = await as(stage, { userId: 'b', organizationId: 'org-b' }, ['GET', `${V2}/${id ?? ''}`])
  return status === 404 ? undefined : `staff of another organization is answered ${status}`
}

export const keysBelongToTheirCallers: Probe = async (stage) => {
  const body = booking()
  const headers = { 'idempotency-key': randomUUID() }
  const one = await as(stage, { userId: 'one' }, ['POST', V2, body, headers])
  const other = await as(stage, { userId: 'other' }, ['POST', V2, body, headers])
  return one.id !== undefined && one.id === other.id ? `both callers got ${one.id}` : undefined
}

export const whatNobodyToldIsNotUnknown: Probe = async (stage) => {
  const link = stage.links['participants→rabbitmq']
  link.blackHole()
  try {
    const { id } = await as(stage, { userId: 'one' }, ['POST', V2, booking()])
    if (id === undefined) throw new Error('nothing was booked')
    const { status } = await as(stage, { userId: 'one' }, ['GET', `${V2}/${id}/interaction`])
    return status === 404 ? 'a booking that participants has not heard of is answered 404' : undefined
  } finally {
    link.heal()
  }
}

export const writesWithoutKeyAreNotRepeated: Probe = async (stage) => {
  const body = booking()
  stage.links['gateway→appointments'].loseAnswerTo(body.title)
  await as(stage, { userId: 'one' }, ['POST', V2, body])
  const { rowCount } = await withDatabase(stage.databases.appointments, (client) =>
    client.query(`SELECT FROM appointments WHERE appointment ->> 'title' = $1`, [body.title]),
  )
  return rowCount === 1 ? undefined : `one booking made ${rowCount ?? 0} appointments`
}

export const olderRostersGiveWay: Probe = async (stage) => {
  const { id = '' } = await as(stage, { userId: 'one' }, ['POST', V2, booking()])
  // the first change comes again after the second one
  stage.points.arm('appointments', 'consume.before', { does: 'throw' })
  for (const username of ['ada', 'grace'])
    await as(stage, { userId: 'one' }, [
      'POST',
      `${V2}/participants/customers`,
      { id, customer: { username } },
    ])
  await pause(LONGER_THAN_A_RETRY_MS)
  const rosterIn = async (owner: 'appointments' | 'participants') =>
    withDatabase(stage.databases[owner], async (client) => {
      const { rows } = await client.query<{ version: number }>(
        `SELECT (roster ->> 'version')::integer AS version FROM appointments WHERE id = $1`,
        [id],
      )
      return rows[0]?.version
    })
  const [kept, own] = [await rosterIn('appointments'), await rosterIn('participants')]
  return kept === own
    ? undefined
    : `version ${kept ?? 'none'} of a roster is kept, ${own ?? 'none'} is current`
}

export const aLongSendIsNotTakenAway: Probe = async (stage) => {
  stage.points.arm('notifications', 'send.before', { does: 'pause', pauseMs: LONGER_THAN_A_LEASE_MS })
  await as(stage, { userId: 'one' }, ['POST', V2, booking()])
  await pause(LONGER_THAN_A_LEASE_MS + 2000)
  const { rowCount } = await withDatabase(stage.databases.notifications, (client) =>
    client.query(`SELECT FROM notification_events WHERE provider_status = 'INTERRUPTED'`),
  )
  return rowCount === 0 ? undefined : 'what somebody was sending was given to somebody else'
}
