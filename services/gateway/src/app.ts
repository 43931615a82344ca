import express, { Router, type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import { outsideRoutes, problem, security, webRoutes } from '@appointments/contracts'
import { versions } from '@appointments/contracts/versions'
import {
  addHealth,
  expressPath,
  followRequests,
  named,
  problemResponder,
  readQuery,
} from '@appointments/http'
import type { Clock, Log } from '@appointments/runtime'
import type { Telemetry } from '@appointments/telemetry'
import { documents } from './documents/documents.ts'
import { bindRoutes, rejectMethod, type RoutedOperation } from './http/bind-routes.ts'
import { challenges } from './http/challenges.ts'
import { compressed } from './http/compressed.ts'
import { failedTokens } from './http/failed-tokens.ts'
import { limitHeaderFields } from './http/header-fields.ts'
import { problemType } from './http/problem-type.ts'
import { requestIds } from './http/request-id.ts'
import { toPages } from './http/web-pages.ts'
import { addressOf } from './limits/requester.ts'
import type { RateLimits } from './limits/rate-limits.ts'

type Serve = (routed: RoutedOperation) => RequestHandler

interface AppDeps {
  /** Serves an operation of another service. */
  proxied: Serve
  /** Serves an operation of the gateway. */
  own: Serve
  /** Public keys of the tokens the gateway issues; undefined if they are signed with a secret. */
  publicKeys: (() => readonly Readonly<Record<string, unknown>>[]) | undefined
  /** Forwards a request unchanged to the appointments service. */
  toAppointments: RequestHandler
  /** Forwards a request unchanged to the notifications service. */
  toNotifications: RequestHandler
  /** The same for the message viewer, keeping the Host header, which the viewer reads. */
  toViewer: RequestHandler
  /** Whether the message viewer is served, without authentication. */
  showsViewer: boolean
  /** Forwards a request to the token issuer of a development machine; undefined if there is none. */
  toIssuer: RequestHandler | undefined
  /** Forwards a request to the web service; undefined if this system has no pages. */
  toWeb: RequestHandler | undefined
  /** The same for booking pages, which other sites may show. */
  toBooking: RequestHandler | undefined
  /** The gateway's URL as clients see it. */
  publicUrl: string
  /** Networks whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
  limits: RateLimits
  /** Lets scripts of other origins read responses of the API. */
  crossOrigin: RequestHandler
  isDraining: () => boolean
  telemetry: Telemetry
  clock: Clock
  log: Log
}

/** The gateway's HTTP surface. */
export function createApp(deps: AppDeps): Express {
  const {
    proxied,
    own,
    publicKeys,
    toAppointments,
    toNotifications,
    toViewer,
    showsViewer,
    toIssuer,
    toWeb,
    toBooking,
    publicUrl,
  } = deps
  const { trustedProxies, limits, crossOrigin, isDraining, telemetry, clock, log } = deps
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('case sensitive routing', true)
  // the services read queries like this, so both see the same parameters
  app.set('query parser', readQuery)
  app.set('trust proxy', [...trustedProxies])

  addHealth(app, () => Promise.resolve(!isDraining()))
  app.use(requestIds, followRequests({ ...telemetry, log, level: 'info' }))
  app.use((_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('Vary', 'Accept-Encoding')
    next()
  }, compressed)
  // the issuer's pages have a policy of their own
  if (toIssuer) app.use('/dev/issuer', toIssuer)
  if (showsViewer) {
    // the page and its data have the same address
    app.get(webRoutes.messages.path, (request, response, next) => {
      response.vary('Accept')
      if (toWeb && request.accepts(['json', 'html']) === 'html') return toWeb(request, response, next)
      next()
    })
    // exempt from the policy below, because the viewer shows mails in frames
    app.use('/dev', toViewer)
  }
  app.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      xFrameOptions: { action: 'deny' },
      // these protect pages in old browsers; API responses are not pages
      crossOriginOpenerPolicy: false,
      originAgentCluster: false,
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    }),
  )
  // before authentication and rate limits, because browsers send no token with a preflight request
  app.use(['/api', '/security'], crossOrigin)
  app.use(limitHeaderFields)
  if (publicKeys)
    app.get('/.well-known/jwks.json', (_request, response) => {
      response.setHeader('Cache-Control', 'public, max-age=300')
      response.json({ keys: publicKeys() })
    })

  // the most requested routes come first
  const router = Router({ caseSensitive: true })
  bindRoutes(router, security, own)
  for (const api of Object.values(versions).flat()) bindRoutes(router, api, proxied)
  app.use(router)
  app.use(toPages(toWeb, toBooking))
  for (const [name, { path, methods, owner }] of Object.entries(outsideRoutes)) {
    const route = app.route(expressPath(path)).all(named('public', name))
    const limit =
      { unsubscribe: limits.unsubscribe, readLogo: limits.logos, readPreview: limits.logos }[name] ??
      limits.callbacks
    const count: RequestHandler = async (request, response, next) => {
      await limit(request, response, addressOf(request))
      next()
    }
    const forwarded = { appointments: toAppointments, notifications: toNotifications }[owner]
    for (const method of methods) route[method === 'GET' ? 'get' : 'post'](count, forwarded)
    // the page of this path is forwarded above
    const isPage = toWeb !== undefined && path === webRoutes.unsubscribe.path
    route.all(rejectMethod(isPage ? ['GET', ...methods] : methods))
  }
  app.use(documents(publicUrl, clock))
  app.use(() => {
    throw problem('ROUTE_NOT_FOUND')
  })
  app.use(failedTokens(limits.failedTokens), challenges, problemResponder(log, problemType))
  return app
}
