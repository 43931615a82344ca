import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { announcesBody } from './announces-body.ts'

/** Time that a client that is still sending has to read the last response of its connection. */
const GRACE_MS = 1000

const closing = new WeakSet<Duplex>()

/** Whether the last response of a connection is written; requests that follow are not served (RFC 9112, section 9.6). */
export const isClosing = (socket: Duplex): boolean => closing.has(socket)

/**
 * Ends a connection whose client may still be sending. Destroying it immediately would reset it, and a reset discards
 * the response that the client has not read yet.
 */
export function endGracefully(socket: Duplex, lastBytes = ''): void {
  closing.add(socket)
  socket.end(lastBytes)
  const limit = setTimeout(() => socket.destroy(), GRACE_MS).unref()
  socket.once('close', () => clearTimeout(limit))
}

/** Whether a request has been read completely, or its remaining bytes are already in memory. */
const hasArrived = ({ complete, readableLength, headers }: IncomingMessage) =>
  complete || readableLength === Number(headers['content-length'])

/**
 * Makes a response the last one of its connection if the body of the request is unread when the response begins.
 * Otherwise the client would decide how much more the server reads only to discard it.
 */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  if (!announcesBody(request)) return
  const { socket } = request
  const writeHead = response.writeHead.bind(response)
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (!hasArrived(request)) {
      closing.add(socket)
      response.setHeader('Connection', 'close')
      // Node calls this once the response is written
      socket.destroySoon = () => {
        endGracefully(socket)
        // discards the bytes already in flight, so that the client can finish writing
        request.resume()
      }
    }
    return writeHead(...head)
  }) as typeof writeHead
}
