import { internal, MOST_READS, type Api, type AppointmentRead } from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import { splitAnswers } from '@appointments/http'
import { currentTraceparent, gather } from '@appointments/runtime'
import type { UpstreamAnswer } from './exchange.ts'
import { Unanswered, unansweredBy } from './unanswered.ts'
import { isDown, type Upstream, type UpstreamRequest } from './upstream.ts'

/** A read on its way with others. */
interface Traveller {
  read: AppointmentRead
  deadline: UpstreamRequest['deadline']
  /** Gets its own answer; none where it has to ask alone. */
  arrive: (answer: UpstreamAnswer | undefined) => void
  fail: (error: unknown) => void
}

const { method, path } = internal.operations.readAppointments

/**
 * Reads by id of the same turn of the event loop are one request to the service that owns appointments, which costs a
 * fraction of one for each; see {@link gather}. A read without company is asked for as it is, and so is each where the
 * service cannot answer several, as an older release.
 */
export function readsTogether(owner: Pick<Upstream, 'send'>) {
  const board = gather<Traveller>((travellers) => {
    for (let first = 0; first < travellers.length; first += MOST_READS)
      void travel(owner, travellers.slice(first, first + MOST_READS))
  })
  /** The owner, for the reads by id of a version. */
  return ({ name, base }: Pick<Api, 'name' | 'base'>): Pick<Upstream, 'send'> => ({
    async send(request) {
      const { deadline } = request
      if (!fitsIn(request)) return owner.send(request)
      const read = {
        api: name as AppointmentRead['api'],
        id: idOf(request.path, base),
        caller: String(request.headers[CALLER_HEADER]),
        requestId: String(request.headers['x-request-id']),
        traceparent: currentTraceparent(),
      }
      const answer = await new Promise<UpstreamAnswer | undefined>((arrive, fail) =>
        board({ read, deadline, arrive, fail }),
      )
      return answer ?? owner.send(request)
    },
  })
}

// HEAD has no body, and a condition may be met by an answer without one
const fitsIn = ({ method, headers }: UpstreamRequest) =>
  method === 'GET' && headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined

/** The last part of a path. */
function idOf(path: string, base: string): string {
  const query = path.indexOf('?')
  return decodeURIComponent(path.slice(base.length + 1, query < 0 ? undefined : query))
}

async function travel(owner: Pick<Upstream, 'send'>, travellers: Traveller[]): Promise<void> {
  const [first, ...others] = travellers
  if (!first || others.length === 0) {
    first?.arrive(undefined)
    return
  }
  try {
    const answer = await owner.send({
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
  const answers = status === 200 ? splitAnswers(body) : undefined
  return answers?.length === count ? answers : undefined
}
