import { problem, v1, v2, type AppointmentRead, type Caller } from '@appointments/contracts'
import { joinAnswers, readById, requestFollower } from '@appointments/http'
import type { Log } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'
import type { v1Handlers } from './v1.ts'
import type { v2Handlers } from './v2.ts'

interface Deps {
  handlers: { v1: ReturnType<typeof v1Handlers>; v2: ReturnType<typeof v2Handlers> }
  callerOf: (token: string) => Caller
  telemetry: Telemetry
  log: Log
}

const operation = 'getAppointment'

/** Reads that came together, each followed, admitted and answered as its own request would be. */
export function readAppointments({ handlers, callerOf, telemetry, log }: Deps) {
  const follow = requestFollower({ ...telemetry, log, level: 'debug' })
  const surroundings = { callerOf, log }
  const versions = {
    v1: readById({
      api: v1,
      operation: v1.operations[operation],
      handler: handlers.v1[operation],
      ...surroundings,
    }),
    v2: readById({
      api: v2,
      operation: v2.operations[operation],
      handler: handlers.v2[operation],
      ...surroundings,
    }),
  }

  const answerTo = async ({ api, id, caller, requestId, traceparent }: AppointmentRead) => {
    const { run, end } = follow({ method: 'GET', traceparent, requestId })
    const answer = await run(() => versions[api]({ id, caller, requestId }))
    end({ status: answer.status, operation: { version: api, operation } })
    return answer
  }

  return async (reads: readonly AppointmentRead[]): Promise<string> => {
    const answers = await Promise.all(reads.map(answerTo))
    // whoever counts failures sees the whole request
    if (answers.every(({ status }) => status === 503)) throw problem('UNAVAILABLE', { retryAfter: 2 })
    return joinAnswers(answers)
  }
}
export type ReadAppointments = ReturnType<typeof readAppointments>
