import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Request, type Response } from 'express'
import { OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server'
import { chooser } from './chooser.ts'
import type { Person } from './person.ts'

export type { Person } from './person.ts'

interface Settings {
  people: readonly Person[]
  /** Address of the issuer as browsers see it, including its path; by default the address it listens on. */
  url?: string
  /** Port to listen on; by default a free one. */
  port?: number
}

/** A running issuer. */
export interface LocalIssuer {
  /** The `iss` of its tokens. */
  url: string
  /** Address on this machine, without a path. */
  origin: string
  jwksUrl: string
  /** Ends all sessions, as if they had expired; no refresh token works any more. */
  endSessions: () => void
  stop: () => Promise<void>
}

const PATH = '/dev/issuer'
const COOKIE = 'issuer-session'

/** A token issuer for development and tests: people sign in by choosing who they are. */
export async function startIssuer({ people, url: publicUrl, port = 0 }: Settings): Promise<LocalIssuer> {
  const issuer = new OAuth2Issuer(false)
  await issuer.keys.generate('RS256')
  const service = new OAuth2Service(issuer)
  /** The person that each session, code or refresh token belongs to. */
  const sessions = new Map<string, Person>()
  const grants = new Map<string, Person>()

  service.on('beforeAuthorizeRedirect', ({ url }: { url: URL }, request: Request) => {
    const person = sessions.get(sessionOf(request))
    const code = url.searchParams.get('code')
    if (person && code !== null) grants.set(code, person)
  })
  service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }, request: TokenRequest) => {
    const person = grants.get(grantOf(request))
    if (person) Object.assign(token.payload, { sub: person.id, name: person.name, ...person.claims })
  })
  service.on('beforeResponse', (response: MutableResponse, request: TokenRequest) => {
    const grant = grantOf(request)
    const person = grants.get(grant)
    grants.delete(grant)
    if (person && response.body.refresh_token !== undefined) grants.set(response.body.refresh_token, person)
    else Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } })
  })

  const app = express()
  app.disable('x-powered-by')
  app.get(`${PATH}/authorize`, (request, response, next) => {
    const asked = new URLSearchParams(request.originalUrl.split('?')[1])
    const chosen = people.find(({ id }) => id === asked.get('as'))
    if (chosen) {
      const session = randomUUID()
      sessions.set(session, chosen)
      asked.delete('as')
      asked.delete('prompt')
      response.cookie(COOKIE, session, { httpOnly: true, sameSite: 'lax', path: PATH })
      response.redirect(`?${asked.toString()}`)
      return
    }
    const isSignedIn = sessions.has(sessionOf(request))
    if (isSignedIn && asked.get('prompt') !== 'login') next()
    else if (asked.get('prompt') === 'none') response.redirect(loginRequired(asked))
    else sendPage(response, chooser(people, asked))
  })
  app.get(`${PATH}/endsession`, (request, response, next) => {
    sessions.delete(sessionOf(request))
    response.clearCookie(COOKIE, { path: PATH })
    next()
  })
  app.use(PATH, service.requestHandler)

  const server = createServer(app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  issuer.url = publicUrl ?? origin + PATH
  return {
    url: issuer.url,
    origin,
    jwksUrl: `${origin}${PATH}/jwks`,
    endSessions() {
      sessions.clear()
      grants.clear()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface MutableResponse {
  body: { refresh_token?: string }
  statusCode: number
}
interface TokenRequest {
  body?: { code?: string; refresh_token?: string }
}

const grantOf = ({ body }: TokenRequest): string => body?.code ?? body?.refresh_token ?? ''

const sessionOf = (request: Request): string =>
  new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1] ?? ''

/**
 * The address to which a client is sent back if it asked for a session that does not exist (OpenID Connect Core,
 * section 3.1.2.6).
 */
function loginRequired(asked: URLSearchParams): string {
  const back = new URL(asked.get('redirect_uri') ?? '')
  back.searchParams.set('error', 'login_required')
  const state = asked.get('state')
  if (state !== null) back.searchParams.set('state', state)
  return back.href
}

function sendPage(response: Response, html: string): void {
  response
    .set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    )
    .type('html')
    .send(html)
}
