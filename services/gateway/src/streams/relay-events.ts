import type { Readable } from 'node:stream'
import type { Response } from 'express'
import { writeEvents } from '@appointments/http'

/** The longest time that a timer of Node can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Reasons for the gateway to end a stream. */
interface Ends {
  /** How long the token of the client is still valid. */
  validMs: number
  /** Aborts when the gateway stops. */
  closing: AbortSignal
}

/**
 * Relays the events of a service to a client. It relays only whole events, so that the event that ends the stream never
 * follows half of another one. Resolves when the stream has ended.
 */
export function relayEvents(body: Readable, response: Response, { validMs, closing }: Ends): Promise<void> {
  if (response.destroyed) {
    body.destroy()
    return Promise.resolve()
  }
  const { write, end } = writeEvents(response)
  let begun: Buffer = Buffer.alloc(0)
  const drain = () => end('DRAINING')
  const expiry = setTimeout(() => end(), Math.min(Math.max(validMs, 0), LONGEST_TIMER_MS))
  closing.addEventListener('abort', drain)
  if (closing.aborted) drain()
  body.on('data', (chunk: Buffer) => {
    const all = begun.length === 0 ? chunk : Buffer.concat([begun, chunk])
    const last = all.lastIndexOf('\n\n')
    const whole = last < 0 ? 0 : last + 2
    begun = all.subarray(whole)
    if (whole > 0) write(all.subarray(0, whole))
    // the client was too slow, or its token has expired
    if (response.writableEnded) body.destroy()
  })
  // if the service fails, the stream ends, too; the client reconnects and misses nothing
  body.once('error', () => end())
  body.once('end', () => end())
  return new Promise((resolve) => {
    response.once('close', () => {
      clearTimeout(expiry)
      closing.removeEventListener('abort', drain)
      body.destroy()
      resolve()
    })
  })
}
