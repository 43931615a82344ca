import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import { problem } from '@appointments/contracts'
import { named } from '@appointments/http'
import { addressOf } from '../limits/requester.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { ViewRoom } from '../operations/view-room.ts'
import { UpstreamFailure } from '../proxy/upstream-failure.ts'
import { roomPage, type RoomPage } from './room-page.ts'
import { languages, shell, type Language, type Page } from './shell.ts'

const NO_SCRIPT_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

const PAGE_HEADERS = {
  'Content-Security-Policy': NO_SCRIPT_POLICY.join('; '),
  // the page that opened it, such as webmail, gets no reference to its window
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language',
}

/** These pages may only load files of, and send requests to, their own origin. */
const SCRIPTED_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': [...NO_SCRIPT_POLICY, "script-src 'self'", "connect-src 'self'"].join('; '),
}

const RETRY_AFTER_S = 2

// located through the package, because a bundle does not lie next to its sources
const ownPackage = createRequire(import.meta.url).resolve('@appointments/gateway-service/package.json')
const browserFolder = path.join(path.dirname(ownPackage), 'src/pages/browser')

interface PagesDeps {
  /** The gateway's URL as clients see it. */
  publicUrl: string
  viewRoom: ViewRoom
  limits: Pick<RateLimits, 'roomPages'>
}

/**
 * The pages behind customers' links. A page is the same for every ticket, so a program that follows links, such as a
 * mail scanner, neither changes nor learns anything; the page's script uses the public API. The page at a default room
 * address shows who is expected, to visitors who know the name of the room.
 */
export function pages({ publicUrl, viewRoom, limits }: PagesDeps): Router {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '')
  const router = Router({ caseSensitive: true })
  const serve = (at: string, name: string, handler: RequestHandler) =>
    router.route(at).get(named('pages', name), handler).all(rejectMethod)

  for (const page of ['manage', 'join'] as const) serve(`/${page}/:ticket`, page, show(page, root))
  serve('/rooms/:id/:room', 'room', showRoom({ root, viewRoom, limits }))
  // addresses of rooms from releases whose addresses did not name the appointment
  serve('/rooms/:room', 'room', (request, response) => sendRoomPage(request, response, 'unknown', root))
  for (const file of readdirSync(browserFolder).filter((name) => /\.(js|css)$/.test(name))) {
    serve(`/pages/${file}`, 'file', send(file))
  }
  return router
}

function show(page: Page, root: string): RequestHandler {
  const shells = new Map(languages.map((language) => [language, shell(page, language, root)]))
  return (request, response) => {
    const language = acceptedLanguage(request) ?? 'en'
    response.set({ ...SCRIPTED_PAGE_HEADERS, 'Content-Language': language })
    response.type('html').send(shells.get(language))
  }
}

function showRoom({
  root,
  viewRoom,
  limits,
}: Omit<PagesDeps, 'publicUrl'> & { root: string }): RequestHandler {
  return async (request, response) => {
    await limits.roomPages(request, response, addressOf(request))
    const { id, room } = request.params as { id: string; room: string }
    const page = await viewRoom(id, room).catch((error: unknown) => {
      if (error instanceof UpstreamFailure) return 'unavailable' as const
      throw error
    })
    sendRoomPage(request, response, page ?? 'unknown', root)
  }
}

function sendRoomPage(request: Request, response: Response, page: RoomPage, root: string): void {
  const appointmentLanguage =
    typeof page === 'string' ? undefined : languages.find((one) => page.locale.startsWith(one))
  const language = acceptedLanguage(request) ?? appointmentLanguage ?? 'en'
  response.set({ ...PAGE_HEADERS, 'Content-Language': language })
  if (page === 'unknown') response.status(404)
  if (page === 'unavailable') response.status(503).setHeader('Retry-After', RETRY_AFTER_S)
  response.type('html').send(roomPage(page, language, root))
}

const acceptedLanguage = (request: Request): Language | undefined =>
  languages.find((one) => one === request.acceptsLanguages(...languages))

/** Serves a file with an entity tag of its content, so that browsers never mix the files of two releases. */
function send(file: string): RequestHandler {
  const content = readFileSync(path.join(browserFolder, file), 'utf8')
  const tag = `"${createHash('sha256').update(content).digest('base64url')}"`
  return (_request, response) => {
    response.set({ 'Cache-Control': 'no-cache', ETag: tag })
    response.type(path.extname(file)).send(content)
  }
}

const rejectMethod: RequestHandler = (_request, response) => {
  response.setHeader('Allow', 'GET, HEAD')
  throw problem('METHOD_NOT_ALLOWED')
}
