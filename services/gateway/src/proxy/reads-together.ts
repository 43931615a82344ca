import { internal, limits, MOST_READS, type Api, type AppointmentRead } from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import { splitResponses, wantsStrictHandling } from '@appointments/http'
import { currentTraceparent, gather } from '@appointments/runtime'
import type { Leave } from '../capacity/lane.ts'
import { createTurns, type Party } from '../capacity/turns.ts'
import type { UpstreamResponse } from './exchange.ts'
import { Overloaded, UpstreamFailure, abortReason } from './upstream-failure.ts'
import { isDown, type Upstream, type UpstreamRequest } from './upstream.ts'

/** A read that waits to be sent together with others. */
interface PendingRead {
  read: AppointmentRead
  party: Party
  deadline: UpstreamRequest['deadline']
  /** Resolves with the response; undefined if the read must be sent separately. */
  resolve: (response: UpstreamResponse | undefined) => void
  reject: (error: unknown) => void
}

const { method, path } = internal.operations.readAppointments
const combined = { method, kind: 'read', operation: 'readAppointments' } as const

/** Combined reads wait as one party; callers take turns for the places in a combined request. */
const READS: Party = { organization: '', caller: 'reads by id' }
const NEVER_ABORTED = new AbortController().signal

/**
 * Combines reads by id that wait at the same time into one request to the service that owns appointments, which costs a
 * fraction of separate requests; see {@link gather}. Callers take turns for the places in it. A single read is sent
 * unchanged, and so is every read of a request whose combined response cannot be split.
 */
export function readsTogether(
  owner: Pick<Upstream, 'send' | 'enter' | 'exchange' | 'countShedReads' | 'requireCapacity'>,
) {
  const turns = createTurns<PendingRead>()
  let requests = 0

  /** Waits for a slot, then sends the reads that are next in turn. */
  const sendNext = async () => {
    requests += 1
    const leave = await owner.enter(combined, READS, NEVER_ABORTED).catch(() => undefined)
    requests -= 1
    if (!leave) {
      const dropped = Array.from({ length: MOST_READS }, () => turns.dropNewestOfBusiest())
      for (const pending of dropped) pending?.reject(new Overloaded())
      // the lane has already counted one of them
      owner.countShedReads(dropped.filter(Boolean).length - 1)
      return
    }
    const batch: PendingRead[] = []
    while (batch.length < MOST_READS) {
      const pending = turns.next()
      if (!pending) break
      batch.push(pending)
    }
    await sendBatch(owner, batch, leave)
  }

  const enqueue = gather<PendingRead>((arrived) => {
    for (const pending of arrived) {
      const { party, deadline, reject } = pending
      turns.add(party, pending)
      const { signal } = deadline
      signal.addEventListener('abort', () => turns.remove(pending) && reject(abortReason(signal, false)), {
        once: true,
      })
    }
    while (requests * MOST_READS < turns.size()) void sendNext()
  })
  /** Sends the reads by id of an API version to the owner. */
  return ({ name, base }: Pick<Api, 'name' | 'base'>): Pick<Upstream, 'send' | 'requireCapacity'> => ({
    requireCapacity(request, party) {
      // to the lane, the reads of all callers are one party
      if (turns.size() >= MOST_READS && turns.isBusiest(party)) owner.requireCapacity(request, READS)
    },
    async send(request) {
      const { deadline, party = READS } = request
      if (!isCombinable(request)) return owner.send(request)
      const read = {
        api: name,
        id: idOf(request.path, base),
        caller: String(request.headers[CALLER_HEADER]),
        requestId: String(request.headers['x-request-id']),
        traceparent: currentTraceparent(),
      }
      if (isLong(read)) return owner.send(request)
      const response = await new Promise<UpstreamResponse | undefined>((resolve, reject) =>
        enqueue({ read, party, deadline, resolve, reject }),
      )
      return response ?? owner.send(request)
    },
  })
}

// a combined response has no place for HEAD and 304 responses, and combined reads have no query that strict handling
// could check
const isCombinable = ({ method, headers }: UpstreamRequest) =>
  method === 'GET' &&
  headers['if-none-match'] === undefined &&
  headers['if-modified-since'] === undefined &&
  !wantsStrictHandling({ headers })

/** Whether a full batch of such reads would exceed the limit of a body, so that a long token cannot fail other reads. */
const isLong = (read: AppointmentRead): boolean =>
  (Buffer.byteLength(JSON.stringify(read)) + 1) * MOST_READS > limits.bodyBytes - '[]'.length

/** The id at the end of a path. */
function idOf(path: string, base: string): string {
  const query = path.indexOf('?')
  return decodeURIComponent(path.slice(base.length + 1, query < 0 ? undefined : query))
}

async function sendBatch(
  owner: Pick<Upstream, 'exchange'>,
  batch: PendingRead[],
  leave: Leave,
): Promise<void> {
  const [first, ...others] = batch
  if (!first || others.length === 0) {
    leave()
    first?.resolve(undefined)
    return
  }
  try {
    const request: UpstreamRequest = {
      ...combined,
      path: internal.base + path,
      // any token of the batch proves that the request comes from the gateway
      headers: { 'content-type': 'application/json', [CALLER_HEADER]: first.read.caller },
      body: Buffer.from(JSON.stringify(batch.map(({ read }) => read))),
      repeatable: true,
      deadline: longestDeadline(batch),
    }
    const response = await owner.exchange(request, leave)
    const responses = responsesIn(response, batch.length)
    for (const [place, { resolve }] of batch.entries()) resolve(responses?.[place])
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** Lasts until the last read has ended. A read that is aborted is rejected, and the others continue. */
function longestDeadline(batch: readonly PendingRead[]): UpstreamRequest['deadline'] {
  const end = new AbortController()
  let waiting = batch.length
  for (const { deadline, reject } of batch) {
    const { signal } = deadline
    const leave = () => {
      reject(abortReason(signal, true))
      waiting -= 1
      if (waiting === 0) end.abort(signal.reason)
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  }
  return {
    signal: end.signal,
    remainingMs: () => Math.max(...batch.map(({ deadline }) => deadline.remainingMs())),
  }
}

/**
 * Splits a combined response into one for each read, in order; undefined if that is impossible.
 * @throws UpstreamFailure if the service is down, because its problem document does not fit a single read
 */
function responsesIn({ status, body }: UpstreamResponse, count: number): UpstreamResponse[] | undefined {
  if (isDown(status))
    throw new UpstreamFailure(false, new Error(`a service responded ${status} to ${count} combined reads`))
  const responses = status === 200 ? splitResponses(body) : undefined
  return responses?.length === count ? responses : undefined
}
