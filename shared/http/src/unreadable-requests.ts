import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { problem, type Problem } from '@appointments/contracts'
import { endGracefully, isClosing } from './last-response.ts'
import { problemAnswer } from './problem-answer.ts'

/** What is wrong with bytes that Node's parser gives up. */
function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('HEADERS_TOO_LARGE')
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return problem('BODY_TOO_LARGE', 'The extensions of the chunks are too large.')
  return problem('VALIDATION_FAILED', 'The request is not valid HTTP/1.1.')
}

/** Browsers open connections ahead of need, and know this status as the end of one that was never used. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'

function refusalOf(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TIMED_OUT
  const requestId = randomUUID()
  const { status, headers, body = '' } = problemAnswer(problemOf(code), { instance: '/', requestId })
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
 * Responds to bytes that are no request with a problem document; Node alone writes a bare status line.
 * @param underWay responses of the same connection that are not finished, in the order of their requests
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  underWay: readonly ServerResponse[],
): void {
  if (isClosing(socket)) return
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy(error)
    return
  }
  // these requests were read in full; another response in their place would be taken for theirs
  const last = underWay.filter(({ req }) => req.complete).at(-1)
  if (last) {
    if (!last.headersSent) last.setHeader('Connection', 'close')
    last.once('finish', () => endGracefully(socket))
  } else if (underWay.some(({ headersSent }) => headersSent)) socket.destroy(error)
  else endGracefully(socket, refusalOf(error.code))
}
