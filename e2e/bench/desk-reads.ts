import type { Role } from '@appointments/contracts'
import { daysAhead } from '@appointments/testing'
import { client } from '../src/client.ts'
import { done } from '../src/done.ts'
import { token } from './callers.ts'
import { AHEAD, CONTACT, DAYS_AHEAD, DESK, DESK_AGENTS, RARE_WORD, WORDS } from './desk-seed.ts'
import { load, type LoadRequest } from './measure.ts'
import { V2 } from './operations.ts'
import { median, milliseconds, none, ratio, type Figure } from './report.ts'
import { rounds } from './settings.ts'
import type { Stage } from './stage.ts'

/** Number of requests for each query in a round; half as many are sent before the first round and do not count. */
const ASKS = Number(process.env.BENCH_DESK_ASKS ?? 200)
/** Number of people of each role who send requests in turn, because each has a rate limit. */
const PEOPLE = 20
const PAGE = 50

/** A query of the desk. */
export interface Question {
  path: string
  /** If present, the query is a POST. */
  body?: object
  /** The agent who sends the query; a supervisor if absent. */
  agent?: string
}

/** A query for appointments. */
interface Listing extends Question {
  /** Number of appointments on its page. */
  found: number
}

const { applicationId } = DESK
const day = [daysAhead(3, '00:00:00'), daysAhead(4, '00:00:00')] as const
const FEW = 10
const search = (body: object, found: number, agent?: string): Listing => ({
  path: `${V2}/search`,
  body: { ...(agent === undefined && { applicationId }), include: ['participants'], ...body },
  found,
  ...(agent !== undefined && { agent }),
})
const agents = (from: number) => Array.from({ length: 500 }, (_, n) => `agent-${from + n}`)
const [fromToday, to] = [daysAhead(0, '00:00:00'), daysAhead(DAYS_AHEAD, '00:00:00')]
const OWN = `agent-${DESK_AGENTS - 7}`
/** Agents who have only future appointments, and agents who also have past ones. */
const [recent, longServing] = [agents(0), agents(DESK_AGENTS / 2)]

/** Queries whose pages are the same in both systems, however many appointments there are. */
const questions: Record<string, Listing> = {
  'list of a day': {
    path: `${V2}?applicationId=${applicationId}&range=${day.join(',')}&pageSize=${PAGE}`,
    found: PAGE,
  },
  'list of an agent, own': { path: `${V2}?range=${fromToday},${to}`, agent: OWN, found: FEW },
  'search of a day': search({ from: day[0], to: day[1] }, PAGE),
  'search of an agent, own': search({ from: fromToday, to }, FEW, OWN),
  'search of an agent, own, latest first': search({ sort: '-start', limit: FEW }, FEW, OWN),
  'a rare name': search({ q: RARE_WORD }, AHEAD / 2000),
  'two words, rarely together': search({ q: `${WORDS.first} ${WORDS.last}` }, 1),
  'a contact': search({ contact: CONTACT }, 1),
  '500 agents, a day': search({ agentId: longServing, from: day[0], to: day[1] }, PAGE),
  '500 agents, no period, latest first': search({ agentId: longServing, sort: '-start' }, PAGE),
  '500 agents who are new, no period': search({ agentId: recent }, PAGE),
  'unassigned, a day': search({ unassigned: true, from: fromToday, to: daysAhead(7, '00:00:00') }, PAGE),
  'unassigned, no period': search({ unassigned: true }, PAGE),
}

const MOST_TIMES = 2
const FALSE_IF =
  'the pages held fewer or other appointments, all further appointments were of another application, or the smaller system had a colder cache'

/**
 * Measures lists and searches in a system with many appointments, alternating with the same queries in a system with
 * few.
 */
export async function deskReads(few: Stage, many: Stage): Promise<Figure[]> {
  const different: string[] = []
  const compared: Figure[] = []
  for (const [name, question] of Object.entries(questions)) {
    const pages = [await pageOf(few, question), await pageOf(many, question)]
    if (pages[0] !== pages[1]) different.push(name)
    compared.push(...(await compare(name, question, few, many)))
  }
  return [
    none(
      'queries whose pages differ',
      different.length,
      'pages were compared without their appointments',
      different.length > 0 ? `: ${different.join(', ')}` : '',
    ),
    ...compared,
  ]
}

async function compare(name: string, question: Listing, few: Stage, many: Stage): Promise<Figure[]> {
  const found = [few, many].map((stage) => ({ stage, times: [] as number[] }))
  for (const { stage } of found) await timeOf(stage, question, ASKS / 2)
  for (let round = 0; round < rounds; round += 1)
    for (const { stage, times } of found) times.push(await timeOf(stage, question, ASKS))
  const [less, more] = found.map(({ times }) => times) as [number[], number[]]
  const rates = (times: readonly number[]) => times.map((ms) => 1000 / ms)
  return [
    milliseconds(`${name}, few appointments`, median(less)),
    milliseconds('  many appointments', median(more)),
    ratio('  requests in a second, many to few', rates(more), rates(less), {
      atLeast: 1 / MOST_TIMES,
      falseIf: FALSE_IF,
    }),
  ]
}

/** The median time of a number of requests by one client, in milliseconds. */
export async function timeOf({ url }: Stage, question: Question, amount: number): Promise<number> {
  const times: number[] = []
  const { failed, statuses } = await load({
    url,
    requestsOf: () => askedBy(question),
    clients: 1,
    seconds: 0,
    amount,
    onResponse: (_, ms) => times.push(ms),
  })
  if (failed > 0) throw new Error(`${question.path} failed: ${JSON.stringify(statuses)}`)
  return median(times)
}

/** The query as several people send it. */
const askedBy = (question: Question): LoadRequest[] =>
  Array.from({ length: PEOPLE }, (_, person) => ({
    method: question.body ? 'POST' : 'GET',
    path: question.path,
    headers: { authorization: `Bearer ${tokenOf(question, person)}`, 'content-type': 'application/json' },
    ...(question.body && { body: JSON.stringify(question.body) }),
  }))

function tokenOf({ agent }: Question, person: number): string {
  const roles: Role[] = agent === undefined ? ['ROLE_SUPERVISOR'] : ['ROLE_AGENT']
  return token(agent ?? `supervisor-${person}`, DESK.organizationId, roles)
}

/** The ids on the page that a query returns. @throws Error if the page has another number of rows than expected */
async function pageOf({ url }: Stage, question: Listing): Promise<string> {
  const call = client(url, tokenOf(question, 0))
  const page = (await done(call(question.body ? 'POST' : 'GET', question.path, question.body))) as {
    content: { id: string }[]
  }
  const ids = page.content.map(({ id }) => id)
  if (ids.length !== question.found)
    throw new Error(`${question.path} found ${ids.length} and not ${question.found}`)
  return ids.join()
}
