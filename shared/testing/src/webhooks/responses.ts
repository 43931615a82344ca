import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** One scripted response of the receiver, used once unless it sets `times`. */
export interface WebhookResponse {
  /** 200 by default */
  status?: number
  headers?: Record<string, string>
  body?: string
  /**
   * `slow body`: one byte of the body every `pauseMs` (100); `endless body`: bytes as long as the sender reads;
   * `hang`: reads the request and never responds; `reset`: reads the request and resets the connection
   */
  does?: 'slow body' | 'endless body' | 'hang' | 'reset'
  pauseMs?: number
  /** only for this path */
  path?: string
  times?: number
}

/** Returns the planned responses in order; 200 when none is left. */
export function createResponses() {
  let planned: (WebhookResponse & { left: number })[] = []
  return {
    add: (response: WebhookResponse): void => void planned.push({ ...response, left: response.times ?? 1 }),
    clear(): void {
      planned = []
    },
    next(path: string): WebhookResponse {
      const response = planned.find((candidate) => candidate.left > 0 && (candidate.path ?? path) === path)
      if (response === undefined) return {}
      response.left -= 1
      return response
    },
  }
}

const FILLER = Buffer.alloc(65_536, '.')

/** Sends a planned response to a request that has been read. */
export async function respond(
  { status = 200, headers = {}, body = '', does, pauseMs = 100 }: WebhookResponse,
  response: ServerResponse,
): Promise<void> {
  if (does === 'hang') return
  if (does === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  response.writeHead(status, headers)
  if (does === undefined) {
    response.end(body)
    return
  }
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    if (does === 'slow body') {
      for (const byte of Buffer.from(body)) {
        response.write(Buffer.from([byte]))
        await pause(pauseMs, undefined, { signal: gone.signal })
      }
      response.end()
    } else {
      for (;;) if (!response.write(FILLER)) await once(response, 'drain', { signal: gone.signal })
    }
  } catch (error) {
    // an abort means that the sender closed the connection
    if (!gone.signal.aborted) throw error
  }
}
