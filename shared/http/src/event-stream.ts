import type { Response } from 'express'

/** Why the server ends a stream early. */
export type EndOfStream = 'DRAINING' | 'TOO_SLOW'

/** If a client leaves more bytes unread, its stream is closed; it can resume after its last event. */
const MOST_UNREAD = 256 * 1024
/** Interval of comments that show proxies and clients that the connection is alive. */
const HEARTBEAT_MS = 15_000
/** How long a client waits before it reconnects. */
const RECONNECT_MS = 3000
/** If a client does not read the end of the stream within this time, its connection is destroyed. */
const END_LIMIT_MS = 5000

/** Headers of every stream: no cache keeps it, and no proxy buffers or compresses it. */
export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** A response with server-sent events, which are written as text. */
export interface OpenStream {
  /** Writes whole events. */
  write: (events: string | Buffer) => void
  /** Ends the stream; sends the reason first if there is one. */
  end: (reason?: EndOfStream) => void
  /** Resolves when the connection takes more, or the stream has ended. */
  whenDrained: () => Promise<void>
}

/** Writes events to a response whose headers have been sent. If the client reads too slowly, its stream is ended. */
export function writeEvents(response: Response): OpenStream {
  response.locals.staysOpen = true
  const end: OpenStream['end'] = (reason) => {
    if (response.writableEnded || response.destroyed) return
    response.end(reason && eventText({ event: 'end', json: JSON.stringify({ reason }) }))
    const limit = setTimeout(() => response.destroy(), END_LIMIT_MS)
    response.once('close', () => clearTimeout(limit))
  }
  return {
    write(events) {
      if (response.writableEnded || response.destroyed) return
      // counts only earlier writes, because events that are written together may exceed the limit by themselves
      if (response.writableLength > MOST_UNREAD) end('TOO_SLOW')
      else response.write(events)
    },
    end,
    whenDrained: () =>
      new Promise((resolve) => {
        if (!response.writableNeedDrain) {
          resolve()
          return
        }
        const over = () => {
          response.off('drain', over).off('close', over)
          resolve()
        }
        response.on('drain', over).on('close', over)
      }),
  }
}

interface ServerSentEvent {
  event?: string
  /** Position after which a client resumes when it reconnects. */
  id?: string
  /** The data, as JSON in one line. */
  json?: string
}

const eventText = ({ event, id, json }: ServerSentEvent): string =>
  [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(json === undefined ? [] : [`data: ${json}`]),
    '\n',
  ].join('\n')

/** A stream that a service sends. */
export interface EventStream {
  /** Sends events in one write, because every write costs a read at each hop. */
  send: (...events: ServerSentEvent[]) => void
  end: OpenStream['end']
  whenDrained: OpenStream['whenDrained']
  /** Calls `then` when the stream has ended for any reason. */
  onClose: (then: () => void) => void
}

/** Begins a stream: sends the pause before a reconnect, and then a comment in each heartbeat interval. */
export function beginEventStream(response: Response, heartbeatMs = HEARTBEAT_MS): EventStream {
  response.writeHead(200, eventStreamHeaders)
  const { write, end, whenDrained } = writeEvents(response)
  write(`retry: ${RECONNECT_MS}\n\n`)
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs)
  response.once('close', () => clearInterval(heartbeat))
  return {
    send: (...events) => write(events.map(eventText).join('')),
    end,
    whenDrained,
    onClose: (then) => void response.once('close', then),
  }
}
