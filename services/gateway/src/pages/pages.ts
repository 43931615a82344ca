import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Router, type RequestHandler } from 'express'
import { problem } from '@appointments/contracts'
import { named } from '@appointments/http'
import { languages, shell, type Page } from './shell.ts'

/** The pages load their own files, and talk to the API they come from; nothing else. */
const PAGE_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  // the page that opened it, such as a mail in a browser, gets no hold of it
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language',
}

// found by package, since a bundled program is not where its source is
const ownPackage = createRequire(import.meta.url).resolve('@appointments/gateway-service/package.json')
const browserFolder = path.join(path.dirname(ownPackage), 'src/pages/browser')

/**
 * The pages behind the links of customers. What is served is the same whatever the ticket, so that a program that
 * follows links changes nothing and learns nothing; scripts of the page use the public API.
 * @param publicUrl where the gateway is reached from outside
 */
export function pages(publicUrl: string): Router {
  const root = new URL(publicUrl).pathname.replace(/\/$/, '')
  const router = Router({ caseSensitive: true })
  const serve = (at: string, name: string, handler: RequestHandler) =>
    router.route(at).get(named('pages', name), handler).all(refuseMethod)

  for (const page of ['manage', 'join'] as const) serve(`/${page}/:ticket`, page, show(page, root))
  for (const file of readdirSync(browserFolder).filter((name) => /\.(js|css)$/.test(name))) {
    serve(`/pages/${file}`, 'file', send(file))
  }
  return router
}

function show(page: Page, root: string): RequestHandler {
  const shells = new Map(languages.map((language) => [language, shell(page, language, root)]))
  return (request, response) => {
    const language = languages.find((one) => one === request.acceptsLanguages(...languages)) ?? 'en'
    response.set({ ...PAGE_HEADERS, 'Content-Language': language })
    response.type('html').send(shells.get(language))
  }
}

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
