import { Transform, type Readable } from 'node:stream'
import type { Request } from 'express'
import { limits, problem } from '@appointments/contracts'
import type { Deadline } from './deadline.ts'

/**
 * Refuses a body that says it is too large, before any of it is read.
 * @throws Problem BODY_TOO_LARGE
 */
export function checkLength(request: Request): void {
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) throw problem('BODY_TOO_LARGE')
}

/**
 * The body of a request as a stream; undefined where there is none, or none that means anything (RFC 9110,
 * sections 9.3.1 and 9.3.5). The stream fails with a Problem when the body is too large, breaks off or is late;
 * the request itself stays open, so that the refusal can be written to its connection.
 */
export function bodyOf(request: Request, { signal }: Deadline): Readable | undefined {
  const isWrite = request.method === 'POST' || request.method === 'PUT'
  const announced =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!isWrite || !announced) return undefined
  const counted = counting()
  const fail = (detail: string) => counted.destroy(problem('VALIDATION_FAILED', detail))
  request.once('error', () => fail('The body broke off'))
  request.once('close', () => request.complete || fail('The body broke off'))
  signal.addEventListener('abort', () => request.complete || fail('The body came too slowly'), { once: true })
  return request.pipe(counted)
}

/** Passes bytes on until there are too many of them. */
function counting(): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limits.bodyBytes) done(problem('BODY_TOO_LARGE'))
      else done(null, chunk)
    },
  })
}

/** Reads a stream to its end. */
export async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
