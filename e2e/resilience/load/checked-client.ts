import { setTimeout as pause } from 'node:timers/promises'
import jwt from 'jsonwebtoken'
import { openapi } from '@appointments/documents'
import { createResponseCheck } from '@appointments/testing/response-check'
import { problems, type Role } from '@appointments/contracts'
import type { Entry, KeptJournal } from './journal.ts'

const faultsOf = createResponseCheck(openapi('v1', 'http://localhost'), openapi('v2', 'http://localhost'))

/** The deadline of a request, plus a margin for a busy machine. */
const LATE_AFTER_MS = 5000 + 2000
const GIVE_UP_MS = 20_000
const AGAIN_AFTER_MS = 250

export interface CheckedResponse {
  status: number
  body: unknown
}

/** Sends requests to the gateway as an integrator does, and checks every response. */
export interface CheckedClient {
  /** One request; undefined if no complete response arrived. */
  send: (
    method: string,
    path: string,
    options?: { body?: unknown; key?: string; claims?: object },
  ) => Promise<CheckedResponse | undefined>
  /** Sends the request of a journal entry; repeats it with the same key while its outcome is unknown. */
  carryOut: (entry: Entry, isOver: () => boolean) => Promise<Entry['outcome']>
}

interface Deps {
  gatewayUrl: string
  /** The current secret for signing tokens. */
  secret: () => string
  journal: KeptJournal
}

/** The user of every client. */
export const CLIENT_ID = 'agent-7'
const ROLES: Role[] = ['ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE']

export function createCheckedClient({ gatewayUrl, secret, journal }: Deps): CheckedClient {
  const token = (claims: object) =>
    jwt.sign({ roles: ROLES, userId: CLIENT_ID, ...claims }, secret(), {
      algorithm: 'HS256',
      expiresIn: '1h',
    })

  const send: CheckedClient['send'] = async (method, path, { body, key, claims = {} } = {}) => {
    const startedAt = performance.now()
    const what = `${method} ${path}`
    try {
      const raw = await fetch(gatewayUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${token(claims)}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      })
      const text = await raw.text()
      const response = { status: raw.status, body: text === '' ? undefined : readJson(text) }
      if (raw.status >= 500 && !isOwnProblem(response))
        journal.complain('leak', `${what} returned ${raw.status}: ${text.slice(0, 200)}`)
      const [fault] = faultsOf({ method, path, ...response, headers: raw.headers })
      if (fault !== undefined) journal.complain('contract', fault)
      return response
    } catch {
      return undefined
    } finally {
      const tookMs = performance.now() - startedAt
      if (tookMs > LATE_AFTER_MS) journal.complain('deadline', `${what} took ${Math.round(tookMs)} ms`)
    }
  }

  return {
    send,
    async carryOut(entry, isOver) {
      const { method, path, body, key } = entry
      while (entry.outcome.is === 'unknown') {
        entry.tries += 1
        const response = await send(method, path, { body, ...(key !== undefined && { key }) })
        if (response && response.status < 300) journal.conclude(entry, { is: 'ok', ...response })
        // a removal whose response was lost has succeeded, so its repetition finds nothing
        else if (response?.status === 404 && method === 'DELETE' && entry.tries > 1)
          journal.conclude(entry, { is: 'ok', ...response })
        else if (response && !mayComeAgain(response)) journal.conclude(entry, { is: 'rejected', ...response })
        else if (entry.isOnce || isOver()) break
        else await pause(AGAIN_AFTER_MS)
      }
      const { outcome, expects, operation } = entry
      if (outcome.is === 'rejected' && expects === 'acceptance')
        journal.complain('unexpected rejection', `${operation} ${entry.number}: ${JSON.stringify(outcome)}`)
      if (outcome.is === 'ok' && expects === 'rejection')
        journal.complain('unexpected acceptance', `${operation} ${entry.number}`)
      return outcome
    },
  }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether a response only says that the request may be retried. */
function mayComeAgain({ status, body }: CheckedResponse): boolean {
  const { code } = (body ?? {}) as { code?: unknown }
  return status >= 500 || status === 429 || code === 'REQUEST_IN_PROGRESS'
}

const OWN_FIELDS = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId']
const OWN_CODES = ['INTERNAL_ERROR', 'UNAVAILABLE', 'DEADLINE_EXCEEDED'] as const

/** All texts allowed in a 5xx: the details of its codes, and that of a claim that cannot be checked now. */
const OWN_DETAILS: readonly unknown[] = [
  ...OWN_CODES.map((code) => problems[code].detail),
  'Whether the agent is free cannot be checked at the moment; send the request again later.',
]

/** Whether a 5xx response has the contents that the contract allows, and no others. */
export function isOwnProblem({ body }: CheckedResponse): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { code, detail } = body as { code?: unknown; detail?: unknown }
  return (
    OWN_CODES.some((own) => own === code) &&
    OWN_DETAILS.includes(detail) &&
    Object.keys(body).every((field) => OWN_FIELDS.includes(field))
  )
}
