import type { Caller } from '@appointments/contracts'
import type { StartStream } from '@appointments/http'
import type { followChanges } from '../use-cases/follow-changes.ts'
import { changeJson } from './present-change.ts'

type Following = Awaited<ReturnType<ReturnType<typeof followChanges>>>

/** Sends changes as events whose ids are cursors. The first event has only an id, so a stream can be resumed before any change. */
export const streamChanges =
  (caller: Caller, follow: Following): StartStream =>
  (stream) => {
    const stop = follow({
      onBegin: (id) => stream.send({ id }),
      onChanges: (changes) =>
        stream.send(
          ...changes.map(({ change, cursor }) => ({
            event: 'change',
            id: cursor,
            json: changeJson(caller, change),
          })),
        ),
      whenReady: stream.whenDrained,
      onEnd: (reason) => stream.end(reason),
    })
    stream.onClose(stop)
  }
