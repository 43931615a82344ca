import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a client that is still sending has to read the last response of its connection. */
const GRACE_MS = 1000

const closing = new WeakSet<Duplex>()

/** Whether the last response of a connection is written; requests that follow are not served (RFC 9112, section 9.6). */
export const isClosing = (socket: Duplex): boolean => closing.has(socket)

/**
 * Ends a connection whose client may still be sending. Destroying it at once would reset it, and a client that gets a
 * reset loses the response it has not read yet.
 */
export function endGracefully(socket: Duplex, lastWords = ''): void {
  closing.add(socket)
  socket.end(lastWords)
  const limit = setTimeout(() => socket.destroy(), GRACE_MS).unref()
  socket.once('close', () => clearTimeout(limit))
}

const announcesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Whether there is nothing left to read of a request, or the rest has been received and waits in memory. */
const hasArrived = ({ complete, readableLength, headers }: IncomingMessage) =>
  complete || readableLength === Number(headers['content-length'])

/**
 * Makes a response the last one of its connection if the body of the request is unread when the response begins: a
 * client must not decide how much more is read only to be dropped.
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
        // what is on its way already is dropped, so that the client gets to the end of its writing
        request.resume()
      }
    }
    return writeHead(...head)
  }) as typeof writeHead
}
