import { internal, limits, MOST_READS, type Api, type AppointmentRead } from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import { splitResponses, wantsStrictHandling } from '@appointments/http'
import { currentTraceparent, gather } from '@appointments/runtime'
import type { Leave } from '../capacity/lane.ts'
import { createTurns, type Party } from '../capacity/turns.ts'
import type { UpstreamAnswer } from './exchange.ts'
import { Overloaded, Unanswered, unansweredBy } from './unanswered.ts'
import { isDown, type Upstream, type UpstreamRequest } from './upstream.ts'

/** A read on its way with others. */
interface Traveller {
  read: AppointmentRead
  party: Party
  deadline: UpstreamRequest['deadline']
  /** Gets its own answer; none where it has to ask alone. */
  arrive: (answer: UpstreamAnswer | undefined) => void
  fail: (error: unknown) => void
}

const { method, path } = internal.operations.readAppointments

/** Reads that travel together wait as one party; within it, the callers take turns. */
const READS: Party = { organization: '', caller: 'reads by id' }
const FOR_EVER = new AbortController().signal

/**
 * Reads by id that are waiting at the same moment are one request to the service that owns appointments, which costs a
 * fraction of one for each; see {@link gather}. Callers take turns for the places in it. A read without company is asked for as it is, and so is each where the
 * service cannot answer several, as an older release.
 */
export function readsTogether(owner: Pick<Upstream, 'send' | 'enter' | 'exchange' | 'countShed'>) {
  const turns = createTurns<Traveller>()
  let requests = 0

  /** Sends the reads whose turn it is, once a request may be sent. */
  const sendNext = async () => {
    requests += 1
    const leave = await owner.enter('GET', READS, FOR_EVER).catch(() => undefined)
    requests -= 1
    if (!leave) {
      const dropped = Array.from({ length: MOST_READS }, () => turns.dropNewestOfBusiest())
      for (const traveller of dropped) traveller?.fail(new Overloaded())
      // the lane has counted the request that was to carry them
      owner.countShed('GET', dropped.filter(Boolean).length - 1)
      return
    }
    const travellers: Traveller[] = []
    while (travellers.length < MOST_READS) {
      const traveller = turns.next()
      if (!traveller) break
      travellers.push(traveller)
    }
    await travel(owner, travellers, leave)
  }

  const board = gather<Traveller>((travellers) => {
    for (const traveller of travellers) {
      const { party, deadline, fail } = traveller
      turns.add(party, traveller)
      const { signal } = deadline
      signal.addEventListener('abort', () => turns.remove(traveller) && fail(unansweredBy(signal, false)), {
        once: true,
      })
    }
    while (requests * MOST_READS < turns.size()) void sendNext()
  })
  /** The owner, for the reads by id of a version. */
  return ({ name, base }: Pick<Api, 'name' | 'base'>): Pick<Upstream, 'send'> => ({
    async send(request) {
      const { deadline, party = READS } = request
      if (!fitsIn(request)) return owner.send(request)
      const read = {
        api: name as AppointmentRead['api'],
        id: idOf(request.path, base),
        caller: String(request.headers[CALLER_HEADER]),
        requestId: String(request.headers['x-request-id']),
        traceparent: currentTraceparent(),
      }
      if (isLong(read)) return owner.send(request)
      const answer = await new Promise<UpstreamAnswer | undefined>((arrive, fail) =>
        board({ read, party, deadline, arrive, fail }),
      )
      return answer ?? owner.send(request)
    },
  })
}

// HEAD has no body, a condition may be met by an answer without one, and strict handling looks at the query
const fitsIn = ({ method, headers }: UpstreamRequest) =>
  method === 'GET' &&
  headers['if-none-match'] === undefined &&
  headers['if-modified-since'] === undefined &&
  !wantsStrictHandling({ headers })

/** Whether so many reads of this length would be a body that the service refuses: a long token fails no other's read. */
const isLong = (read: AppointmentRead): boolean =>
  (Buffer.byteLength(JSON.stringify(read)) + 1) * MOST_READS > limits.bodyBytes - '[]'.length

/** The last part of a path. */
function idOf(path: string, base: string): string {
  const query = path.indexOf('?')
  return decodeURIComponent(path.slice(base.length + 1, query < 0 ? undefined : query))
}

async function travel(
  owner: Pick<Upstream, 'exchange'>,
  travellers: Traveller[],
  leave: Leave,
): Promise<void> {
  const [first, ...others] = travellers
  if (!first || others.length === 0) {
    leave()
    first?.arrive(undefined)
    return
  }
  try {
    const answer = await owner.exchange({
      method,
      path: internal.base + path,
      // that it comes from the gateway any of their tokens says
      headers: { 'content-type': 'application/json', [CALLER_HEADER]: first.read.caller },
      body: Buffer.from(JSON.stringify(travellers.map(({ read }) => read))),
      repeatable: true,
      deadline: longestOf(travellers),
    })
    const answers = answersIn(answer, travellers.length)
    for (const [place, { arrive }] of travellers.entries()) arrive(answers?.[place])
  } catch (error) {
    for (const { fail } of travellers) fail(error)
  } finally {
    leave()
  }
}

/** Lasts until nobody waits any more. Whoever stops waiting leaves, and the others go on. */
function longestOf(travellers: readonly Traveller[]): UpstreamRequest['deadline'] {
  const end = new AbortController()
  let waiting = travellers.length
  for (const { deadline, fail } of travellers) {
    const { signal } = deadline
    const leave = () => {
      fail(unansweredBy(signal, true))
      waiting -= 1
      if (waiting === 0) end.abort(signal.reason)
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  }
  return {
    signal: end.signal,
    remainingMs: () => Math.max(...travellers.map(({ deadline }) => deadline.remainingMs())),
  }
}

/**
 * Answers to so many reads, in their order; undefined where the service does not answer several.
 * @throws Unanswered where it is down: in the words of an answer to several no single one can be told so
 */
function answersIn({ status, body }: UpstreamAnswer, count: number): UpstreamAnswer[] | undefined {
  if (isDown(status)) throw new Unanswered(false, new Error(`${count} reads were answered ${status}`))
  const answers = status === 200 ? splitResponses(body) : undefined
  return answers?.length === count ? answers : undefined
}
