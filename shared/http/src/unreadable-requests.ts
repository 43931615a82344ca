import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { problem, type Problem } from '@appointments/contracts'
import { endGracefully, isClosing } from './last-response.ts'
import { problemResponse } from './problem-response.ts'

/** The problem for bytes that Node's HTTP parser rejects. */
function parseProblem(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('HEADERS_TOO_LARGE')
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return problem('BODY_TOO_LARGE', 'The chunk extensions are too large.')
  return problem('VALIDATION_FAILED', 'The request is not valid HTTP/1.1.')
}

/** Browsers open connections ahead of need, and expect this status when one that was never used is closed. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'

function responseTo(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TIMED_OUT
  const requestId = randomUUID()
  const { status, headers, body = '' } = problemResponse(parseProblem(code), { instance: '/', requestId })
  const fields = {
    ...headers,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    'x-request-id': requestId,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}

/**
 * Responds with a problem document to bytes that are not a valid request; by default Node writes a bare status line.
 * @param inFlight unfinished responses of the same connection, in the order of their requests
 */
export function rejectUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  inFlight: readonly ServerResponse[],
): void {
  if (isClosing(socket)) return
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy(error)
    return
  }
  // these requests were read in full; the client would mistake a further response for theirs
  const last = inFlight.filter(({ req }) => req.complete).at(-1)
  if (last) {
    if (!last.headersSent) last.setHeader('Connection', 'close')
    last.once('finish', () => endGracefully(socket))
  } else if (inFlight.some(({ headersSent }) => headersSent)) socket.destroy(error)
  else endGracefully(socket, responseTo(error.code))
}
