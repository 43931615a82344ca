import { bareExpress } from './bare-express.ts'
import { leastRows } from './least-rows/bookings.ts'
import { load, type Load } from './measure.ts'
import { requestsFor, operationNames, type OperationName } from './operations.ts'
import { systemTime, used, type ProcessorTime } from './processor-time.ts'
import { atMost, median, milliseconds, none, perSecond, ratio, type Figure, type Section } from './report.ts'
import { clients, rounds, seconds, warmUpSeconds } from './settings.ts'
import type { Stage } from './stage.ts'

interface Measured extends Load {
  /** Processor milliseconds of each operation, by part. */
  time: ProcessorTime
}

/** Measures an operation under load, and waits until the mails that it causes are sent. */
async function measured(stage: Stage, name: OperationName, seconds: number): Promise<Measured> {
  const before = { ...(await stage.sink.counted()), time: stage.processorTime() }
  const found = await load({ ...requestsFor(stage, name), clients, seconds })
  if (name === 'settled schedule') await stage.sink.untilAccepted(before.mails + found.succeeded)
  const spent = used(before.time, stage.processorTime())
  const time = Object.fromEntries(Object.entries(spent).map(([part, ms]) => [part, ms / found.succeeded]))
  return { ...found, time }
}

/** Measures the cost of each operation, alternating with comparable work without this system. */
export async function costs(stage: Stage): Promise<Section> {
  const least = await leastRows()
  const bare = await bareExpress(stage.callers[0]?.booked.body ?? '{}')
  const express = { url: bare.url, requestsOf: () => [{ method: 'GET', path: '/1' }], clients }
  try {
    const ours = new Map<OperationName, Measured[]>(operationNames.map((name) => [name, []]))
    const others = { stored: [] as number[], express: [] as number[] }
    for (const name of operationNames) await measured(stage, name, warmUpSeconds)
    await load({ ...express, seconds: warmUpSeconds })
    for (let round = 0; round < rounds; round += 1) {
      for (const name of operationNames) {
        ours.get(name)?.push(await measured(stage, name, seconds))
        if (name === 'settled schedule') others.stored.push(await least.bookingsPerSecond(seconds / 2))
        if (name === 'get by id') others.express.push((await load({ ...express, seconds })).perSecond)
      }
    }
    const ratesOf = (name: OperationName) => ours.get(name)?.map((one) => one.perSecond) ?? []
    const failed = [...ours.values()].flat().reduce((sum, one) => sum + one.failed, 0)
    return {
      title: 'What operations cost',
      figures: [
        ...[...ours].flatMap(([name, all]) => figuresOf(name, all)),
        perSecond('the least rows of a booking in pgbench', median(others.stored)),
        ratio('settled schedule to pgbench', ratesOf('settled schedule'), others.stored, {
          atLeast: 1 / 2.5,
          falseIf:
            'pgbench wrote more than the least rows, waited for each statement, or was colder than the services',
        }),
        perSecond('a bare Express route', median(others.express)),
        ratio('get by id to bare Express', ratesOf('get by id'), others.express, {
          atLeast: 1 / 2.5,
          falseIf:
            'the limiter let requests through without counting them, the responses were not those of the appointments, or the load generator and not Express was the limit',
        }),
        none('requests that failed', failed, 'a response with a problem counted as a success'),
      ],
      notes: [
        `${clients} clients, ${stage.callers.length} tokens of ${new Set(stage.callers.map((one) => one.organizationId)).size} organizations; ${rounds} rounds of ${seconds} s, the median of each figure.`,
        'Processor time includes the mail that follows from a booking. The system consists of the services and its servers; load generator and mail sink are shown, but not added.',
      ],
    }
  } finally {
    bare.stop()
    await least.drop()
  }
}

function figuresOf(name: OperationName, all: readonly Measured[]): Figure[] {
  const of = (value: (one: Measured) => number) => median(all.map(value))
  const times = `, p50 ${of((one) => one.p50)} ms, p99 ${of((one) => one.p99)} ms`
  const whole = milliseconds(
    '  processor time of each',
    of(({ time }) => systemTime(time)),
  )
  const parts = Object.keys(all[0]?.time ?? {})
  return [
    perSecond(
      name,
      of((one) => one.perSecond),
      times,
    ),
    name === 'settled schedule' ? atMost(whole, 5, ' ms', BOOKING_FALSE_IF) : whole,
    ...parts.map((part) =>
      milliseconds(
        `    ${part}`,
        of(({ time }) => time[part] ?? 0),
      ),
    ),
  ]
}

const BOOKING_FALSE_IF =
  'a process of the system was not counted, its work continued after the last mail, or bookings did not plan, record and send their mail'
