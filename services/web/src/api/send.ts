import { settings } from './settings.ts'

const LIMIT_MS = 10_000

/** The parts of a problem that pages read. */
export interface ProblemBody {
  code?: string
  /** The cause in words. */
  detail?: string
  /** Why a ticket is not valid. */
  reason?: string
  /** How bookings outside the calendar are treated. */
  policy?: string
  /** Why a message would not be sent. */
  messageReason?: string
  /** Why a time is outside the calendar. */
  reasons?: string[]
  blocking?: { start?: string; end?: string }
  /** Faults of single fields. */
  errors?: { pointer?: string; code?: string; message?: string }[]
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

/** Whether the outcome of a request is unknown. */
export const isUnsettled = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status >= 500 ||
  error.code === 'REQUEST_IN_PROGRESS'

/** A request body as JSON has it: its instants are texts. */
export type InJson<Body> = {
  [Name in keyof Body]: Date extends Body[Name] ? string : Body[Name]
}

/** A successful response. */
export interface Sent<Body> {
  /** The parsed JSON; undefined for a response without content. */
  body: Body
  /** The server's clock minus this browser's clock, in milliseconds. */
  clockLead: number
}

/** How far the server's clock was ahead of this browser's at the last response, in milliseconds. */
let lastLead = 0

/** The time on the server's clock, in milliseconds since 1970; the clock of a browser may be wrong by hours. */
export const serverNow = (): number => Date.now() + lastLead

/**
 * Sends one request to this origin and resolves with the JSON of the response.
 * @param path without the leading slash
 * @throws ApiError
 */
export const send = async <Body>(path: string, init: RequestInit = {}): Promise<Body> =>
  (await sendTimed<Body>(path, init)).body

/** Like {@link send}, and measures how far the server's clock is ahead of this browser's. @throws ApiError */
export async function sendTimed<Body>(path: string, init: RequestInit = {}): Promise<Sent<Body>> {
  const { response, body } = await respond(path, init).catch(() => {
    throw new ApiError(0, '')
  })
  if (!response.ok) throw errorOf(response, body)
  const serverTime = Date.parse(response.headers.get('date') ?? '')
  const clockLead = Number.isNaN(serverTime) ? 0 : serverTime - Date.now()
  // a response from the browser's cache has an old time
  if (init.cache === undefined && !Number.isNaN(serverTime)) lastLead = clockLead
  return { body: body as Body, clockLead }
}

/** Like {@link send}, for a response that is a file. @throws ApiError */
export async function sendBlob(path: string, init: RequestInit = {}): Promise<Blob> {
  const lost = () => {
    throw new ApiError(0, '')
  }
  const response = await request(path, init).catch(lost)
  if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined))
  return response.blob().catch(lost)
}

function errorOf(response: Response, body: unknown): ApiError {
  const problem = body as ProblemBody | undefined
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAt = Number.isNaN(seconds) ? undefined : Date.now() + seconds * 1000
  return new ApiError(response.status, problem?.code ?? '', problem, retryAt)
}

const request = (path: string, init: RequestInit): Promise<Response> =>
  fetch(`${settings.root()}/${path}`, {
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(LIMIT_MS),
    ...init,
  })

async function respond(path: string, init: RequestInit): Promise<{ response: Response; body: unknown }> {
  const response = await request(path, init)
  if (response.status === 204) return { response, body: undefined }
  // an error of a proxy in front of the gateway may not be JSON
  const body: unknown = response.ok ? await response.json() : await response.json().catch(() => undefined)
  return { response, body }
}

/** A request with a JSON body that has no further effect if it is repeated with the same key. */
export const keyed = (
  method: 'POST' | 'PUT',
  body: object,
  key: string,
  headers: Record<string, string> = {},
): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', 'idempotency-key': key, ...headers },
  body: JSON.stringify(body),
})

/** A new idempotency key. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((one) => one.toString(36)).join('-')
