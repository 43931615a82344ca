import { scrape } from '@appointments/testing'
import { load } from './measure.ts'
import { requestsFor, type OperationName } from './operations.ts'
import { count, median, perSecond, ratio, type Figure, type Section } from './report.ts'
import { clients, rounds, seconds, warmUpSeconds } from './settings.ts'
import { openStage, type Stage } from './stage.ts'

const COUNTS = [1, 2, 3]
/** Half the default pool size, with which the three systems would open 150 connections. PostgreSQL allows 100. */
const POOL_SIZE = 5
const LANES = { 'settled schedule': 'write', 'get by id': 'read' } as const

/** Throughput with a growing number of replicas of the appointments service, measured in turn; other services have one. */
export async function replicas(): Promise<Section> {
  const stages: Stage[] = []
  try {
    for (const replicas of COUNTS) stages.push(await openStage({ replicas, poolSize: POOL_SIZE }))
    return {
      title: 'Replicas',
      figures: [...(await compared(stages, 'settled schedule')), ...(await compared(stages, 'get by id'))],
      notes: [
        'More replicas bring more only if there are processors for them.',
        `Each replica has ${POOL_SIZE} connections to its database, half of what is shipped, so that the server has enough for three systems.`,
      ],
    }
  } finally {
    for (const stage of stages) await stage.close()
  }
}

async function compared(stages: readonly Stage[], name: keyof typeof LANES): Promise<Figure[]> {
  const found = stages.map((stage) => ({ stage, rates: [] as number[], limits: [] as number[], failed: 0 }))
  for (const stage of stages) await loaded(stage, name, warmUpSeconds)
  for (let round = 0; round < rounds; round += 1)
    for (const one of found) {
      const { perSecond, failed } = await loaded(one.stage, name, seconds)
      one.rates.push(perSecond)
      one.failed += failed
      one.limits.push(await limitOf(one.stage, LANES[name]))
    }
  return found.flatMap(({ rates, limits, failed }, index) => [
    perSecond(`${name}, ${COUNTS[index]} of appointments`, median(rates), `, ${failed} failed`),
    count(`  the gateway's limit for a ${LANES[name]} after that`, median(limits)),
    ...(index === 0
      ? []
      : [ratio('  to one alone', rates, found[0]!.rates, name === 'get by id' ? READS : undefined)]),
  ])
}

async function loaded(stage: Stage, name: OperationName, seconds: number) {
  const { mails } = await stage.sink.counted()
  const found = await load({ ...requestsFor(stage, name), clients: clients * 2, seconds })
  if (name === 'settled schedule') await stage.sink.untilAccepted(mails + found.succeeded)
  return found
}

/** The limit of requests in flight that the gateway has learned for the appointments service. */
async function limitOf({ system }: Stage, lane: 'read' | 'write'): Promise<number> {
  const metrics = await scrape(system.metricsUrl('gateway'))
  const limit = metrics.value('upstream_limit', { service: 'appointments', lane })
  if (limit === undefined) throw new Error('the gateway shows no upstream_limit')
  return limit
}

const READS = {
  atLeast: 1,
  falseIf: 'one replica was measured while the machine was busy, or the replicas did not share the reads',
}
