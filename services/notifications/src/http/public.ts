import express, { Router, type Request } from 'express'
import { z } from 'zod'
import { outsideRoutes, problem } from '@appointments/contracts'
import { expressPath, named } from '@appointments/http'
import type { App } from '../app.ts'
import { inScheme, previewPolicy, withLinksOutside } from './mail-page.ts'
import type { IsFromTwilio } from '../channels/twilio-signature.ts'
import type { StatusCallbacks } from '../keys/status-callbacks.ts'
import { UNSUBSCRIBE_PAGE_HEADERS, unsubscribePage } from './unsubscribe-page.ts'

interface Deps {
  app: Pick<
    App,
    'receiveStatusCallback' | 'receiveText' | 'readPreview' | 'readUnsubscription' | 'unsubscribe'
  >
  callbacks: StatusCallbacks
  isFromTwilio: IsFromTwilio
  /** The gateway's URL as clients see it, without a trailing slash. */
  publicUrl: string
}

const FORM_LIMIT = '32kb'
const form = express.urlencoded({ extended: false, limit: FORM_LIMIT })

const NOT_THE_FORM = 'The form lacks a field that the SMS provider sends, or has one that is too long.'

const once = z.string().max(64)
const statusQuery = z.object({ n: once, k: once })
/** https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
const statusForm = z.object({
  MessageSid: once,
  MessageStatus: once,
  ErrorCode: z.coerce.number().int().optional(),
  To: once,
})
/** https://www.twilio.com/docs/messaging/guides/webhook-request */
const textForm = z.object({
  From: once,
  To: once,
  Body: z.string(),
  OptOutType: once.optional(),
  MessagingServiceSid: once.optional(),
})

/**
 * Endpoints that are called without a token: by the SMS provider, whose requests are signed, and by customers who
 * unsubscribe with a ticket. Requests without such a proof are rejected before any database query.
 */
export function publicRouter({ app, callbacks, isFromTwilio, publicUrl }: Deps): Router {
  const router = Router()
  const root = new URL(publicUrl).pathname.replace(/\/$/, '')
  const { receiveStatusCallback, receiveText, unsubscribe } = outsideRoutes

  /** @throws Problem FORBIDDEN */
  const check = async (request: Request) => {
    const signed = {
      path: request.originalUrl,
      signature: request.get('x-twilio-signature') ?? '',
      form: (request.body ?? {}) as Record<string, string>,
    }
    if (!(await isFromTwilio(signed)))
      throw problem('FORBIDDEN', 'The signature of the SMS provider is missing or wrong.')
  }

  router.post(
    receiveStatusCallback.path,
    named('public', 'receiveStatusCallback'),
    form,
    async (request, response) => {
      const query = statusQuery.safeParse(request.query)
      if (!query.success || !callbacks.isOurs(query.data.n, query.data.k))
        throw problem('FORBIDDEN', 'The callback URL was not issued to the SMS provider.')
      await check(request)
      const parsed = statusForm.safeParse(request.body)
      if (!parsed.success) throw problem('INVALID_REQUEST', NOT_THE_FORM)
      const {
        MessageSid: providerId,
        MessageStatus: status,
        ErrorCode: errorCode = null,
        To: to,
      } = parsed.data
      const notificationId = query.data.n
      await app.receiveStatusCallback({ notificationId, state: { providerId, status, errorCode, to } })
      response.status(204).end()
    },
  )

  router.post(receiveText.path, named('public', 'receiveText'), form, async (request, response) => {
    await check(request)
    const parsed = textForm.safeParse(request.body)
    if (!parsed.success) throw problem('INVALID_REQUEST', NOT_THE_FORM)
    const { From: from, To: to, Body: body, OptOutType: type, MessagingServiceSid: service } = parsed.data
    await app.receiveText({ from, to, body, type, service })
    // empty TwiML: the provider confirms STOP and START itself
    response.type('text/xml').send('<Response/>')
  })

  // gateways of the previous release, which have no web service, forward the page
  router.get(
    expressPath(unsubscribe.path),
    named('public', 'unsubscribe'),
    async (request: Request<{ ticket: string }>, response) => {
      const { stopped } = await app.readUnsubscription(request.params.ticket)
      response.set(UNSUBSCRIBE_PAGE_HEADERS).type('html').send(unsubscribePage(stopped))
    },
  )
  // the button on the page, or one-click unsubscribe in a mail program (RFC 8058, section 3.2)
  router.post(
    expressPath(unsubscribe.path),
    named('public', 'unsubscribe'),
    form,
    async (request: Request<{ ticket: string }>, response) => {
      const { wanted, 'List-Unsubscribe': oneClick } = (request.body ?? {}) as Record<string, unknown>
      const isKnown = await app.unsubscribe(
        request.params.ticket,
        wanted === 'subscribe' ? 'subscribe' : 'unsubscribe',
      )
      if (!isKnown) throw problem('UNSUBSCRIBE_LINK_NOT_FOUND')
      // mail programs do not follow redirects, but a form without a script needs a page
      const isForm = oneClick === undefined && request.accepts(['json', 'html']) === 'html'
      if (!isForm) {
        response.setHeader('Cache-Control', 'no-store')
        response.json(await app.readUnsubscription(request.params.ticket))
        return
      }
      const page = `${root}/unsubscribe/${encodeURIComponent(request.params.ticket)}`
      // a redirect without a fragment would keep the fragment of the page that sent the form
      response.redirect(303, `${page}#${wanted === 'subscribe' ? 'started' : 'stopped'}`)
    },
  )
  router.get(
    expressPath(outsideRoutes.readPreview.path),
    named('public', 'readPreview'),
    async (request: Request<{ key: string }>, response) => {
      const page = await app.readPreview(request.params.key)
      response.set({
        'Cache-Control': 'no-store',
        'Content-Security-Policy': previewPolicy(publicUrl),
        'X-Frame-Options': 'SAMEORIGIN',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      })
      response.type('html').send(withLinksOutside(inScheme(page, request.query.scheme)))
    },
  )
  return router
}
