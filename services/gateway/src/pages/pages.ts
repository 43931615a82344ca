import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import { problem } from '@appointments/contracts'
import { named } from '@appointments/http'
import { addressOf } from '../limits/asker.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { ViewRoom } from '../operations/view-room.ts'
import { Unanswered } from '../proxy/unanswered.ts'
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
  // the page that opened it, such as a mail in a browser, gets no hold of it
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language',
}

/** These pages load their own files, and talk to the API they come from; nothing else. */
const SCRIPTED_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': [...NO_SCRIPT_POLICY, "script-src 'self'", "connect-src 'self'"].join('; '),
}

const RETRY_AFTER_S = 2

// found by package, since a bundled program is not where its source is
const ownPackage = createRequire(import.meta.url).resolve('@appointments/gateway-service/package.json')
const browserFolder = path.join(path.dirname(ownPackage), 'src/pages/browser')

interface PagesDeps {
  /** Where the gateway is reached from outside. */
  publicUrl: string
  viewRoom: ViewRoom
  limits: Pick<RateLimits, 'roomPages'>
}

/**
 * The pages behind the links of customers. What is served at a ticket is the same whatever the ticket, so that a
 * program that follows links changes nothing and learns nothing; scripts of the page use the public API. The page at a
 * default room address shows who is expected there, to those who know the name of the room.
 */
export function pages({ publicUrl, viewRoom, limits }: PagesDeps): Router {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '')
  const router = Router({ caseSensitive: true })
  const serve = (at: string, name: string, handler: RequestHandler) =>
    router.route(at).get(named('pages', name), handler).all(refuseMethod)

  for (const page of ['manage', 'join'] as const) serve(`/${page}/:ticket`, page, show(page, root))
  serve('/rooms/:id/:room', 'room', showRoom({ root, viewRoom, limits }))
  // addresses of rooms that were opened before they named their appointment
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
      if (error instanceof Unanswered) return 'unavailable' as const
      throw error
    })
    sendRoomPage(request, response, page ?? 'unknown', root)
  }
}

function sendRoomPage(request: Request, response: Response, page: RoomPage, root: string): void {
  const own = typeof page === 'string' ? undefined : languages.find((one) => page.locale.startsWith(one))
  const language = acceptedLanguage(request) ?? own ?? 'en'
  response.set({ ...PAGE_HEADERS, 'Content-Language': language })
  if (page === 'unknown') response.status(404)
  if (page === 'unavailable') response.status(503).setHeader('Retry-After', RETRY_AFTER_S)
  response.type('html').send(roomPage(page, language, root))
}

const acceptedLanguage = (request: Request): Language | undefined =>
  languages.find((one) => one === request.acceptsLanguages(...languages))

/** A file is told by its content, so that no browser mixes those of two releases, whatever their dates are. */
function send(file: string): RequestHandler {
  const content = readFileSync(path.join(browserFolder, file), 'utf8')
  const tag = `"${createHash('sha256').update(content).digest('base64url')}"`
  return (_request, response) => {
    response.set({ 'Cache-Control': 'no-cache', ETag: tag })
    response.type(path.extname(file)).send(content)
  }
}

const refuseMethod: RequestHandler = (_request, response) => {
  response.setHeader('Allow', 'GET, HEAD')
  throw problem('METHOD_NOT_ALLOWED')
}
