import { problem, type AppointmentRead, type Caller } from '@appointments/contracts'
import { joinResponses, readById, requestFollower, type Served } from '@appointments/http'
import { remainingMs, type Log } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'

interface Deps {
  /** The operations of this service in every version. */
  served: readonly Served[]
  callerOf: (token: string) => Caller
  telemetry: Telemetry
  log: Log
}

/** Serves a batch of reads; each is traced, authorized and given a response like a separate request. */
export function readAppointments({ served, callerOf, telemetry, log }: Deps) {
  const follow = requestFollower({ ...telemetry, log, level: 'debug' })
  const readers = new Map(
    served.flatMap(({ api, handlers }) =>
      Object.entries(handlers).flatMap(([id, handler]) => {
        const operation = api.operations[id]
        if (!operation?.batched) return []
        return [[api.name, { id, read: readById({ api, operation, handler, callerOf, log }) }] as const]
      }),
    ),
  )

  const responseTo = async ({ api, id, caller, requestId, traceparent }: AppointmentRead) => {
    const reader = readers.get(api)
    if (!reader) throw problem('VALIDATION_FAILED', 'This service does not serve the version of a read.')
    // the deadline of the batch is the latest one of its reads
    const { run, end } = follow({ method: 'GET', traceparent, requestId, deadlineMs: remainingMs() })
    const response = await run(() => reader.read({ id, caller, requestId }))
    end({ status: response.status, operation: { version: api, operation: reader.id } })
    return response
  }

  return async (reads: readonly AppointmentRead[]): Promise<string> => {
    const responses = await Promise.all(reads.map(responseTo))
    // fails as a whole if every read failed, so that callers who count failures see it
    if (responses.every(({ status }) => status === 503)) throw problem('UNAVAILABLE', { retryAfter: 2 })
    return joinResponses(responses)
  }
}
export type ReadAppointments = ReturnType<typeof readAppointments>
