import { signal, type ReadonlySignal } from '@preact/signals'
import type { FollowChanges, News } from './news.ts'

/** Views say that they are not live after this time without a connection. */
const PATIENCE_MS = 5000
const POLL_MS = 30_000

type Note = News | { kind: 'state'; isConnected: boolean } | { kind: 'hello' }

/** The changes of appointments, as they happen. */
export interface Live {
  /** Whether the connection has been lost for some seconds; views are then reloaded from time to time. */
  isLost: ReadonlySignal<boolean>
  /** @returns a function that stops listening */
  listen: (listener: (news: News) => void) => () => void
  stop: () => void
}

/**
 * One stream for all windows of a browser: the window that has the lock reads it and shares it with the others.
 * @param userId id of the person; windows of different people share nothing
 */
export function createLive(follow: FollowChanges, userId: string): Live {
  const isLost = signal(false)
  const listeners = new Set<(news: News) => void>()
  const name = `desk-live-${userId}`
  const channel = new BroadcastChannel(name)
  const stopping = new AbortController()
  let isReader = false
  let isConnected = false
  let losing: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined

  const tell = (news: News) => {
    for (const listener of listeners) listener(news)
  }
  function lose(): void {
    isLost.value = true
    polling ??= setInterval(() => tell({ kind: 'reload' }), POLL_MS)
  }
  function connect(is: boolean): void {
    isConnected = is
    if (!is) {
      // every failed attempt to connect reports the loss again, which must not restart the wait
      losing ??= setTimeout(lose, PATIENCE_MS)
      return
    }
    clearTimeout(losing)
    losing = undefined
    clearInterval(polling)
    polling = undefined
    isLost.value = false
  }
  const share = (note: Note) => channel.postMessage(note)
  channel.onmessage = ({ data }: MessageEvent<Note>) => {
    if (data.kind === 'state') connect(data.isConnected)
    else if (data.kind !== 'hello') tell(data)
    else if (isReader) share({ kind: 'state', isConnected })
  }
  connect(false)
  share({ kind: 'hello' })
  void navigator.locks
    .request(name, { signal: stopping.signal }, () => {
      isReader = true
      return follow({
        signal: stopping.signal,
        onConnected: (is) => {
          connect(is)
          share({ kind: 'state', isConnected: is })
        },
        onNews: (news) => {
          tell(news)
          share(news)
        },
      })
    })
    .catch(() => undefined)
  return {
    isLost,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop() {
      stopping.abort()
      clearTimeout(losing)
      clearInterval(polling)
      channel.close()
    },
  }
}
