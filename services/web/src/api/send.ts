import { settings } from './settings.ts'

const LIMIT_MS = 10_000

/** The parts of a problem that pages read. */
export interface ProblemBody {
  code?: string
  blocking?: { start?: string; end?: string }
}

/** A failed request; its status is 0 if there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly body: ProblemBody | undefined
  /** When another attempt is allowed, in milliseconds since 1970. */
  readonly retryAt: number | undefined

  constructor(status: number, code: string, body?: ProblemBody, retryAt?: number) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
    this.body = body
    this.retryAt = retryAt
  }
}

/**
 * Sends one request to this origin and resolves with the JSON of the response.
 * @param path without the leading slash
 * @throws ApiError
 */
export async function send<Body>(path: string, init: RequestInit = {}): Promise<Body> {
  const { response, body } = await respond(path, init).catch(() => {
    throw new ApiError(0, '')
  })
  if (response.ok) return body as Body
  const problem = body as ProblemBody | undefined
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAt = Number.isNaN(seconds) ? undefined : Date.now() + seconds * 1000
  throw new ApiError(response.status, problem?.code ?? '', problem, retryAt)
}

async function respond(path: string, init: RequestInit): Promise<{ response: Response; body: unknown }> {
  const response = await fetch(`${settings.root()}/${path}`, {
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(LIMIT_MS),
    ...init,
  })
  // an error of a proxy in front of the gateway may not be JSON
  const body: unknown = response.ok ? await response.json() : await response.json().catch(() => undefined)
  return { response, body }
}

/** A new idempotency key. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((one) => one.toString(36)).join('-')
