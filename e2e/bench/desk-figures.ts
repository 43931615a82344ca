import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { daysAhead } from '@appointments/testing'
import { client } from '../src/client.ts'
import { done } from '../src/done.ts'
import { token } from './callers.ts'
import { timeOf, type Question } from './desk-reads.ts'
import { DESK, DESK_AGENTS } from './desk-seed.ts'
import { atMost, median, milliseconds, none, type Figure } from './report.ts'
import { rounds } from './settings.ts'
import type { Stage } from './stage.ts'

const ASKS = 20
/** The longest period of the statistics. */
const DAYS = 92
const MOST_MS = 1000
/** The services compute due days once a minute. */
const COMPUTED_WITHIN_MS = 240_000

const { applicationId } = DESK
const dateOf = (ahead: number) => daysAhead(ahead, '00:00:00').slice(0, 10)
const [from, to] = [dateOf(1 - DAYS), dateOf(0)]
const agents = Array.from({ length: 500 }, (_, n) => `agent-${DESK_AGENTS / 2 + n}`).join(',')

const statistics = (of: 'appointments' | 'notifications', more: string): Question => ({
  path: `/api/v2/statistics/${of}?applicationId=${applicationId}&from=${from}&to=${to}&${more}`,
})
const messages = (body: object): Question => ({
  path: '/api/v2/notifications/search',
  body: { applicationId, ...body },
})

const questions: Record<string, Question> = {
  'numbers of appointments, by day': statistics('appointments', 'groupBy=day'),
  'numbers of appointments, by agent': statistics('appointments', 'groupBy=agent'),
  'numbers of appointments of 500 agents, by day': statistics(
    'appointments',
    `groupBy=day&agentId=${agents}`,
  ),
  'numbers of messages, by day': statistics('notifications', 'groupBy=day'),
  'numbers of messages of 500 agents, by day': statistics('notifications', `groupBy=day&agentId=${agents}`),
  'newest messages': messages({}),
  'messages to customers who were not reached': messages({ view: 'UNREACHED' }),
  '  of a type of which all were reached': messages({ view: 'UNREACHED', type: ['REMINDER'] }),
}

/** Measures statistics of the longest period, and searches for messages. */
export async function deskFigures(stage: Stage): Promise<Figure[]> {
  await untilComputed(stage)
  const wrong = [
    (await numberIn(stage, 'appointments', 'booked')) -
      (await countIn(stage.system.databases.appointments, APPOINTMENTS)),
    (await numberIn(stage, 'notifications', 'created')) -
      (await countIn(stage.system.databases.notifications, MESSAGES)),
  ]
  const figures: Figure[] = [
    none(
      'rows that the statistics count wrongly',
      wrong.reduce((sum, difference) => sum + Math.abs(difference), 0),
      'the period had hardly any rows',
    ),
  ]
  for (const [name, question] of Object.entries(questions)) {
    await timeOf(stage, question, ASKS / 2)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await timeOf(stage, question, ASKS))
    figures.push(
      atMost(
        milliseconds(name, median(times)),
        MOST_MS,
        ' ms',
        'the numbers had not been computed, or the application had fewer rows than named',
      ),
    )
  }
  return figures
}

/** Resolves when no day is due. @throws Error if this takes too long */
async function untilComputed({ system }: Stage): Promise<void> {
  const limit = Date.now() + COMPUTED_WITHIN_MS
  for (const [url, table] of [
    [system.databases.appointments, 'appointment_figure_days'],
    [system.databases.notifications, 'notification_figure_days'],
  ] as const)
    while ((await countIn(url, `SELECT count(*)::int AS count FROM ${table}`)) > 0) {
      if (Date.now() > limit) throw new Error('the numbers were not computed in time')
      await pause(1000)
    }
}

async function numberIn({ url }: Stage, of: 'appointments' | 'notifications', name: string): Promise<number> {
  const call = client(url, token('supervisor-0', DESK.organizationId, ['ROLE_SUPERVISOR']))
  const { rows } = (await done(call('GET', statistics(of, 'groupBy=none').path))) as {
    rows: Record<string, number>[]
  }
  return rows[0]?.[name] ?? 0
}

const APPOINTMENTS = `
  SELECT count(*)::int AS count FROM appointments WHERE application_id = '${applicationId}'
    AND start_at >= '${from}T00:00:00Z' AND start_at < '${to}T24:00:00Z'`
const MESSAGES = `
  SELECT count(*)::int AS count FROM notifications WHERE application_id = '${applicationId}'
    AND created_at >= '${from}T00:00:00Z' AND created_at < '${to}T24:00:00Z'`

async function countIn(url: string, text: string): Promise<number> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const { rows } = await database.query<{ count: number }>(text)
  await database.end()
  return rows[0]?.count ?? 0
}
