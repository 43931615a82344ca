import { problem, type AppointmentRead, type Caller } from '@appointments/contracts'
import { joinResponses, readById, requestFollower, type Served } from '@appointments/http'
import type { Log } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'

interface Deps {
  /** The operations of this service in every version. */
  served: readonly Served[]
  callerOf: (token: string) => Caller
  telemetry: Telemetry
  log: Log
}

/** Reads that came together, each followed, admitted and answered as its own request would be. */
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

  const answerTo = async ({ api, id, caller, requestId, traceparent }: AppointmentRead) => {
    const reader = readers.get(api)
    if (!reader) throw problem('VALIDATION_FAILED', 'This service does not serve the version of a read.')
    const { run, end } = follow({ method: 'GET', traceparent, requestId })
    const answer = await run(() => reader.read({ id, caller, requestId }))
    end({ status: answer.status, operation: { version: api, operation: reader.id } })
    return answer
  }

  return async (reads: readonly AppointmentRead[]): Promise<string> => {
    const answers = await Promise.all(reads.map(answerTo))
    // whoever counts failures sees the whole request
    if (answers.every(({ status }) => status === 503)) throw problem('UNAVAILABLE', { retryAfter: 2 })
    return joinResponses(answers)
  }
}
export type ReadAppointments = ReturnType<typeof readAppointments>
