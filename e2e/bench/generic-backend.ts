import { load, type LoadRequest, type Load } from './measure.ts'
import { requestsFor, operationNames, type OperationName } from './operations.ts'
import { fill, type Filled } from './parse-server/fill.ts'
import { HEADERS, startParseServer, VERSION, type ParseServer } from './parse-server/program.ts'
import { ofOneRow, ofSameRecords } from './parse-server/questions.ts'
import { mustBeAllOrNothing, recorded } from './parse-server/records.ts'
import { median, perSecond, ratio, type Figure, type Section } from './report.ts'
import { clients, rounds, seconds, warmUpSeconds } from './settings.ts'
import type { Stage } from './stage.ts'

/** The same appointments and requests on Parse Server: a generic object store with a REST API. */
export async function genericBackend(stage: Stage): Promise<Section> {
  const parse = await startParseServer()
  try {
    const filled = await fill(parse)
    await mustBeAllOrNothing(parse, filled.booked)
    const figures: Figure[] = []
    for (const name of operationNames)
      figures.push(...(await compared(name, contenders(name, stage, parse, filled))))
    return {
      title: `Beside parse-server ${VERSION} on the same PostgreSQL`,
      figures,
      notes: [
        'One process of parse-server without roles or hooks, and with the indexes that the queries need.',
        'One row: nothing is checked, and no event is written. The same records: cloud code that checks a request and writes, all or nothing, appointment, customer, tickets and an event; no job delivers the event.',
      ],
    }
  } finally {
    await parse.stop()
  }
}

/** A system that is measured on an operation. */
interface Contender {
  who: string
  run: (seconds: number) => Promise<Load>
  /** The ratio this system must reach against it. */
  goal?: number
}

function contenders(name: OperationName, stage: Stage, parse: ParseServer, filled: Filled) {
  const ours: Contender = {
    who: 'this system',
    run: (seconds) => oursOf(stage, name, seconds),
  }
  const theirs = { url: new URL(parse.url).origin, clients }
  const sameRecords = ofSameRecords(filled)[name]
  const oneRow = {
    ...theirs,
    requestsOf: (client: number) => ofOneRow(filled)[name](client).map(withHeaders),
  }
  const bare: Contender = {
    who: sameRecords ? 'parse-server, one row' : 'parse-server',
    run: (seconds) => load({ ...oneRow, seconds }),
    ...(!sameRecords && { goal: GOALS[name] ?? 1 }),
  }
  if (!sameRecords) return { ours, others: [bare] }
  const what = name === 'settled schedule' ? 'bookings' : 'changes'
  const whole: Contender = {
    who: 'parse-server, the same records',
    run: (seconds) =>
      recorded(parse, what, () =>
        load({ ...theirs, requestsOf: (client) => sameRecords(client).map(withHeaders), seconds }),
      ),
    goal: 1,
  }
  return { ours, others: [bare, whole] }
}

/** Reads with a higher goal. */
const GOALS: Partial<Record<OperationName, number>> = { 'list by agent': 1.3, 'overlap count': 1.3 }

const withHeaders = (request: LoadRequest): LoadRequest => ({ ...request, headers: HEADERS })

/**
 * Measures this system. The load ends when the mails that it causes are sent, so that they do not slow down the next
 * load.
 */
async function oursOf(stage: Stage, name: OperationName, seconds: number): Promise<Load> {
  const { mails } = await stage.sink.counted()
  const found = await load({ ...requestsFor(stage, name), clients, seconds })
  if (name === 'settled schedule') await stage.sink.untilAccepted(mails + found.succeeded)
  return found
}

/**
 * Measures the contenders alternately, round by round, so that other load on the machine affects all of them.
 */
async function compared(
  name: OperationName,
  { ours, others }: { ours: Contender; others: Contender[] },
): Promise<Figure[]> {
  for (const { run } of [...others, ours]) await run(warmUpSeconds)
  const our: number[] = []
  const their = others.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    our.push((await ours.run(seconds)).perSecond)
    for (const [index, { who, run }] of others.entries()) {
      const { perSecond, failed, statuses } = await run(seconds)
      if (failed > 0) throw new Error(`${who} failed: ${name} ${JSON.stringify(statuses)}`)
      their[index]!.push(perSecond)
    }
  }
  return [
    ...others.map(({ who }, index) => perSecond(`${name}, ${who}`, median(their[index]!))),
    perSecond(`${name}, ${ours.who}`, median(our)),
    ...others.map(({ who, goal }, index) =>
      ratio(
        `  ratio${who === 'parse-server' ? '' : ` to ${who}`}`,
        our,
        their[index]!,
        goal === undefined ? undefined : { atLeast: goal, falseIf: FALSE_IF },
      ),
    ),
  ]
}

const FALSE_IF =
  'parse-server did more than it had to, lacked an index or connections, or this system did less than it does for others'
