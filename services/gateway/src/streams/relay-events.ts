import type { Readable } from 'node:stream'
import type { Response } from 'express'
import { writeEvents } from '@appointments/http'

/** The longest time that a timer of the runtime can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** What ends a stream that neither its service nor its client ends. */
interface Ends {
  /** How long the token of the client is valid. */
  validMs: number
  /** Aborts when the gateway stops. */
  closing: AbortSignal
}

/**
 * Passes the events of a service to a client, whole events only, so that the event that ends the stream never follows half
 * of another one. Resolves when the stream has ended.
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
    // it was too slow, or has expired
    if (response.writableEnded) body.destroy()
  })
  // a service that fails ends the stream, too: the client connects again and misses nothing
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
