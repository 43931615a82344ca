import { setTimeout as pause } from 'node:timers/promises'
import type { Change } from '@appointments/contracts'
import { openEventSource, type OpenedStream } from '@appointments/testing'
import jwt from 'jsonwebtoken'

/** A reader that follows the stream of changes from a moment on, through every interruption. */
export interface FeedReader {
  /** The changes that it has received, in order. */
  seen: () => readonly Change[]
  stop: () => Promise<void>
}

const AGAIN_AFTER_MS = 100

/**
 * Begins to follow the changes of all appointments; resolves when the stream is open.
 * @param secret the current secret for signing tokens
 */
export async function startFeedReader(gatewayUrl: string, secret: () => string): Promise<FeedReader> {
  const seen: Change[] = []
  const stopping = new AbortController()
  let last: string | undefined
  let stream: OpenedStream | undefined

  const connect = async (): Promise<OpenedStream | undefined> => {
    const token = jwt.sign({ roles: ['ROLE_SUPERVISOR'], userId: 'follower' }, secret(), {
      algorithm: 'HS256',
      expiresIn: '1h',
    })
    const headers = {
      authorization: `Bearer ${token}`,
      ...(last !== undefined && { 'last-event-id': last }),
    }
    const opened = await openEventSource(`${gatewayUrl}/api/v2/changes/stream`, headers).catch(
      () => undefined,
    )
    return opened?.status === 200 ? opened : undefined
  }
  const read = async (from: OpenedStream) => {
    for (let event = await from.next(); event; event = await from.next())
      if (event.event === 'change') seen.push(event.data as Change)
    last = from.lastId() ?? last
  }
  const follow = async () => {
    while (!stopping.signal.aborted) {
      if (stream) await read(stream)
      await pause(AGAIN_AFTER_MS)
      stream = await connect()
    }
    stream?.close()
  }
  while (!stream) {
    stream = await connect()
    if (!stream) await pause(AGAIN_AFTER_MS)
  }
  const following = follow()
  return {
    seen: () => seen,
    async stop() {
      stopping.abort()
      stream?.close()
      await following
    },
  }
}
