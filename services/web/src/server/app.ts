import path from 'node:path'
import express, { Router, type Express, type Request, type RequestHandler, type Response } from 'express'
import sirv from 'sirv'
import { problem, webRoutes } from '@appointments/contracts'
import {
  addHealth,
  expressPath,
  followRequests,
  named,
  problemResponder,
  withLiteralEscapes,
} from '@appointments/http'
import type { Log } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'
import { everywhere, headersOf, type Elsewhere } from './headers.ts'
import { languages, pathsOf, type Page } from './routes.ts'
import { readDocument, readFile, siteFolder, type Document, type SiteSettings } from './site.ts'

interface AppDeps {
  settings: SiteSettings
  /** Pages that are served. */
  pages: readonly Page[]
  /** Address that the start page redirects to. */
  homeUrl?: string | undefined
  /** How the desk signs in. */
  desk?: DeskSignIn
  /** Folder of the built pages. */
  folder?: string
  isDraining: () => boolean
  telemetry: Telemetry
  log: Log
}

/** How the desk signs in. */
interface DeskSignIn {
  /** Absent if the desk is not set up. */
  issuer?: string | undefined
  clientId: string
  scope: string
}

const A_YEAR_S = 31_536_000

/** Serves the pages, which are the same for every visitor, and their files. */
export function createApp(deps: AppDeps): Express {
  const { settings, pages, homeUrl, desk, folder = siteFolder, isDraining, telemetry, log } = deps
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('case sensitive routing', true)
  app.set('query parser', false)
  addHealth(app, () => Promise.resolve(!isDraining()))
  app.use(followRequests({ ...telemetry, log, level: 'debug' }))

  // comes before the pages, because its path could also be that of a view
  if (pages.includes('desk'))
    app
      .route(webRoutes.deskConfig.path)
      .get(withHeaders, (_request, response) => void response.set('Cache-Control', 'no-cache').json(desk))
      .all(readOnly)
  const router = Router({ caseSensitive: true })
  for (const page of pages) {
    const documents = new Map(languages.map((one) => [one, readDocument(page, one, settings, folder)]))
    const handler =
      page === 'start' && homeUrl !== undefined ? redirect(homeUrl) : show(page, documents, desk)
    for (const at of pathsOf(page))
      router.route(expressPath(at)).get(named('pages', page), handler).all(readOnly)
  }
  app.use(withLiteralEscapes(router))
  const assets = { etag: true, brotli: true, gzip: true, immutable: true, maxAge: A_YEAR_S }
  app.use('/assets', withHeaders, sirv(path.join(folder, 'assets'), assets))
  if (pages.includes('book')) app.get(webRoutes.embed.path, showEmbedding(readFile('embed.js', folder)))
  app.get(webRoutes.boot.path, withHeaders, (_request, response) => {
    response.sendFile('boot.js', {
      root: folder,
      headers: { 'Cache-Control': 'no-cache' },
      cacheControl: false,
    })
  })
  app.use(() => {
    throw problem('ROUTE_NOT_FOUND')
  })
  app.use(problemResponder(log))
  return app
}

const withHeaders: RequestHandler = (_request, response, next) => {
  response.set(everywhere)
  next()
}

const redirect =
  (url: string): RequestHandler =>
  (_request, response) =>
    response.set(everywhere).redirect(302, url)

function show(page: Page, documents: ReadonlyMap<string, Document>, elsewhere?: Elsewhere): RequestHandler {
  const headers = headersOf(page, elsewhere)
  return (request, response) => {
    const language = request.acceptsLanguages(...languages) || 'en'
    const document = documents.get(language)
    if (!document) throw problem('ROUTE_NOT_FOUND')
    response.set({ ...headers, 'Content-Language': language })
    send(request, response.type('html'), document)
  }
}

/** Serves the script that shows the booking page on other sites, which may therefore load it. */
function showEmbedding(file: Document): RequestHandler {
  const headers = { ...everywhere, 'Cross-Origin-Resource-Policy': 'cross-origin' }
  return (request, response) => {
    response.set({ ...headers, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' })
    send(request, response.type('js'), file)
  }
}

function send(request: Request, response: Response, document: Document): void {
  const encoding = request.acceptsEncodings('br', 'gzip') as 'br' | 'gzip' | false
  response.setHeader('ETag', document.tag)
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.send(document[encoding || 'identity'])
}

const readOnly: RequestHandler = (_request, response) => {
  response.setHeader('Allow', 'GET, HEAD')
  throw problem('METHOD_NOT_ALLOWED')
}
