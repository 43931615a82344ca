import { createParser } from 'eventsource-parser'
import { settings } from '../../api/settings.ts'
import type { Change } from '../api/shapes.ts'
import type { Session } from '../session/session.ts'
import type { FollowChanges } from './news.ts'

/** The server writes at least every 15 s; a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000
const RETRY_MS = 3000
const GONE = 410
const UNAUTHORIZED = 401

/** Reads the stream of changes, and continues at its cursor after each interruption. */
export const followChanges =
  ({ token }: Pick<Session, 'token'>): FollowChanges =>
  async ({ signal, onConnected, onNews }) => {
    let cursor: string | undefined
    let rejected: string | undefined
    while (!signal.aborted) {
      const connection = watched(signal)
      try {
        const access = await token(rejected)
        rejected = undefined
        connection.extend()
        const response = await fetch(`${settings.root()}/api/v2/changes/stream`, {
          headers: {
            accept: 'text/event-stream',
            authorization: `Bearer ${access}`,
            ...(cursor !== undefined && { 'last-event-id': cursor }),
          },
          cache: 'no-store',
          credentials: 'omit',
          signal: connection.signal,
        })
        if (response.status === GONE) cursor = undefined
        if (response.status === UNAUTHORIZED) rejected = access
        if (response.ok && response.body) {
          onConnected(true)
          // changes before the first connection, or older than the cursor, are not in the stream
          if (cursor === undefined) onNews({ kind: 'reload' })
          await read(response.body, {
            onActivity: () => connection.extend(),
            onChange: (id, change) => {
              cursor = id ?? cursor
              onNews({ kind: 'change', change })
            },
          })
        }
      } catch {
        // there is no connection, or no new token for one; the loop tries again
      }
      connection.end()
      if (hasEnded(signal)) return
      onConnected(false)
      await pause(RETRY_MS * (0.5 + Math.random()), signal)
    }
  }

/** Whether a signal has fired; as a function, so that the compiler assumes no earlier value. */
const hasEnded = ({ aborted }: AbortSignal): boolean => aborted

interface Events {
  onActivity: () => void
  onChange: (id: string | undefined, change: Change) => void
}

async function read(body: ReadableStream<Uint8Array>, { onActivity, onChange }: Events): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      if (event === 'change') onChange(id, JSON.parse(data) as Change)
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onActivity()
    parser.feed(decoder.decode(value, { stream: true }))
  }
}

/** A signal that fires when the outer one fires, or some time after the last call of `extend`. */
function watched(outer: AbortSignal) {
  const own = new AbortController()
  const abort = () => own.abort()
  let timer: ReturnType<typeof setTimeout> | undefined
  outer.addEventListener('abort', abort)
  return {
    signal: own.signal,
    extend() {
      clearTimeout(timer)
      timer = setTimeout(abort, SILENCE_MS)
    },
    end() {
      clearTimeout(timer)
      outer.removeEventListener('abort', abort)
      own.abort()
    },
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
