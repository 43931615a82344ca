import pg from 'pg'
import { config, createAppointments } from '@appointments/appointments-service'
import { topology } from '@appointments/contracts'
import { CALLER_HEADER, internalTokens } from '@appointments/credentials'
import { createInProcessBroker } from '@appointments/broker'
import { createLog } from '@appointments/runtime'
import { daysAhead, freshDatabaseOn } from '@appointments/testing'
import { recordStatements } from './recorded-statements.ts'
import { median, milliseconds, ratio, type Section } from './report.ts'
import { SEEDED_FROM, seedAppointments } from './seed.ts'
import { server } from './settings.ts'

const sizes = [10_000, 1_000_000] as const
const asks = Number(process.env.BENCH_GROWTH_ASKS ?? 200)
const INTERNAL_SECRET = 'the-internal-secret-of-the-benchmark-32b'
const tokens = internalTokens(INTERNAL_SECRET)

const year = `range=${SEEDED_FROM},${daysAhead(365, '00:00:00')}`
const month = daysAhead(60, '00:00:00')
const questions = {
  'list by agent and range': `/api/v2/appointments?agentId=agent-7&${year}`,
  'list of an application': `/api/v2/appointments?applicationId=app-7&range=${month},${daysAhead(90, '00:00:00')}`,
  '/count': `/api/v2/appointments/count?applicationId=app-7&organizationId=any&start=${month}&timeFrame=P30D`,
  '/overlap/count': `/api/v2/appointments/overlap/count?applicationId=app-7&organizationId=any&start=${month}&duration=P7D`,
}

/** Median milliseconds of each read, and the plans of its statements. */
async function measure(size: number) {
  const { url } = await freshDatabaseOn(server, `of_${size}`)
  const broker = await createInProcessBroker({ topology })
  const settings = config.parse({ PORT: '0', APPOINTMENTS_DATABASE_URL: url, INTERNAL_SECRET })
  const connectBroker = () => Promise.resolve(broker)
  const service = await createAppointments(settings, { connectBroker, log: createLog('growth', 'error') })
  await seedAppointments(url, size)
  // valid for a minute only, and seeding takes longer
  const token = tokens.sign({ roles: ['ROLE_SUPERVISOR'], userId: 'supervisor-1' })
  const ask = async (path: string) => {
    const response = await fetch(service.url + path, { headers: { [CALLER_HEADER]: token } })
    const body = (await response.json()) as { total?: number; count?: number } | unknown[]
    if (!response.ok) throw new Error(`${path} returned ${response.status} ${JSON.stringify(body)}`)
    return Array.isArray(body) ? body.length : (body.total ?? body.count)
  }
  const plans = new pg.Client({ connectionString: url })
  plans.on('error', () => undefined)
  await plans.connect()
  const measured: Record<string, { ms: number; found: unknown; plan: string[] }> = {}
  for (const [name, path] of Object.entries(questions)) {
    for (let count = 0; count < 20; count += 1) await ask(path)
    const times: number[] = []
    for (let count = 0; count < asks; count += 1) {
      const start = performance.now()
      await ask(path)
      times.push(performance.now() - start)
    }
    const sent = await recordStatements(async () => {
      await ask(path)
    })
    const plan: string[] = []
    for (const { text, values } of sent.filter(
      ({ text: one }) => /FROM appointments/.test(one) && !/check_at/.test(one),
    )) {
      const { rows } = await plans.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${text}`, values)
      plan.push(...rows.map((row) => row['QUERY PLAN']))
    }
    measured[name] = {
      ms: median(times),
      found: await ask(path),
      plan,
    }
  }
  await plans.end()
  await service.stop()
  return measured
}

const MOST_SLOWER = 3

/**
 * The cost of lists and counts with a hundred times the appointments. The measured owners keep the same
 * number of them.
 */
export async function growth(): Promise<Section> {
  const [small, large] = [await measure(sizes[0]), await measure(sizes[1])]
  return {
    title: `Growth from ${sizes[0]} to ${sizes[1]} appointments`,
    figures: Object.entries(large).flatMap(([name, { ms, found }]) => {
      const before = small[name]
      if (!before) return []
      const slower = ms / before.ms
      return [
        milliseconds(`${name} (${String(before.found)} found) of ${sizes[0]}`, before.ms),
        milliseconds(`${name} (${String(found)} found) of ${sizes[1]}`, ms),
        {
          ...ratio('  as long', slower),
          goal: { wanted: `${MOST_SLOWER} times at most`, met: slower <= MOST_SLOWER },
        },
      ]
    }),
    notes: Object.entries(large).map(
      ([name, { plan }]) => `Plan of ${name}:\n\n\`\`\`\n${plan.join('\n')}\n\`\`\``,
    ),
  }
}
