import type { Request } from 'express'
import { hasBody, limits, problem, type Problem } from '@appointments/contracts'
import { announcesBody } from '@appointments/http'
import type { Deadline } from './deadline.ts'

/**
 * Rejects a body whose Content-Length is too large, before any of it is read.
 * @throws Problem BODY_TOO_LARGE
 */
export function checkLength(request: Request): void {
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) throw problem('BODY_TOO_LARGE')
}

/**
 * Watches the body of a request while it arrives.
 * @param reject called with BODY_TOO_LARGE as soon as the body exceeds its limit, and with VALIDATION_FAILED if it is late
 * @returns a function that ends the watch
 */
export function watchBody(
  request: Request,
  { signal }: Pick<Deadline, 'signal'>,
  reject: (rejection: Problem) => void,
): () => void {
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limits.bodyBytes) reject(problem('BODY_TOO_LARGE'))
  }
  const late = () => {
    if (!request.complete) reject(problem('VALIDATION_FAILED', 'The body did not arrive in time.'))
  }
  request.on('data', count)
  signal.addEventListener('abort', late, { once: true })
  return () => {
    request.off('data', count)
    signal.removeEventListener('abort', late)
  }
}

const bodies = new WeakMap<Request, Promise<Buffer | undefined>>()

/**
 * The body of a request, which is read once. Undefined if there is none, or if the method of the request defines no
 * meaning for a body (RFC 9110, sections 9.3.1 and 9.3.5). The request stays open when its body is rejected, so that
 * the response can be written to its connection.
 * @throws Problem BODY_TOO_LARGE, or VALIDATION_FAILED if it breaks off or is late
 */
export function bodyOf(request: Request, deadline: Deadline): Promise<Buffer | undefined> {
  if (!hasBody(request.method) || !announcesBody(request)) return Promise.resolve(undefined)
  const body = bodies.get(request) ?? readBody(request, deadline)
  bodies.set(request, body)
  return body
}

function readBody(request: Request, deadline: Deadline): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const collect = (chunk: Buffer) => chunks.push(chunk)
    const fail = (rejection: Problem) => {
      endWatch()
      request.off('data', collect).pause()
      reject(rejection)
    }
    const endWatch = watchBody(request, deadline, fail)
    const breakOff = () =>
      fail(problem('VALIDATION_FAILED', 'The connection closed before the body was complete.'))
    request.on('data', collect)
    request.once('end', () => {
      endWatch()
      resolve(Buffer.concat(chunks))
    })
    request.once('error', breakOff)
    request.once('close', () => request.complete || breakOff())
  })
}
