import type { Request } from 'express'
import { hasBody, limits, problem, type Problem } from '@appointments/contracts'
import type { Deadline } from './deadline.ts'

/**
 * Refuses a body that says it is too large, before any of it is read.
 * @throws Problem BODY_TOO_LARGE
 */
export function checkLength(request: Request): void {
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) throw problem('BODY_TOO_LARGE')
}

/**
 * The body of a request; undefined where there is none, or none that means anything (RFC 9110, sections 9.3.1 and
 * 9.3.5). The request stays open when its body is refused, so that the refusal can be written to its connection.
 * @throws Problem BODY_TOO_LARGE, or VALIDATION_FAILED where it breaks off or is late
 */
export function bodyOf(request: Request, { signal }: Deadline): Promise<Buffer | undefined> {
  const isWrite = hasBody(request.method)
  const announced =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  if (!isWrite || !announced) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const refuse = (refusal: Problem) => {
      request.off('data', take).pause()
      reject(refusal)
    }
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limits.bodyBytes) refuse(problem('BODY_TOO_LARGE'))
      else chunks.push(chunk)
    }
    const breakOff = () => refuse(problem('VALIDATION_FAILED', 'The body broke off before its end.'))
    request.on('data', take)
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', breakOff)
    request.once('close', () => request.complete || breakOff())
    const late = () => refuse(problem('VALIDATION_FAILED', 'The body did not arrive in time.'))
    signal.addEventListener('abort', () => request.complete || late(), { once: true })
  })
}
