import express, { Router, type RequestHandler } from 'express'
import { problem } from '@appointments/contracts'
import { MAIL_IN_VIEWER, withLinksOutside } from './mail-page.ts'
import type { Viewer } from '../viewer/viewer.ts'

/**
 * Rejects requests for hosts other than this machine and the public one. Otherwise a foreign page could point its
 * own name at this machine and read the viewer (DNS rebinding).
 */
const ownHostOnly = (publicUrl: string): RequestHandler => {
  const own = new URL(publicUrl).hostname
  return (request, _response, next) => {
    const address = `http://${request.get('host') ?? ''}`
    const host = URL.canParse(address) ? new URL(address).hostname : ''
    if (host !== own && !isLoopback(host))
      throw problem('FORBIDDEN', `The viewer is available only at ${own} and at names of this machine.`)
    next()
  }
}

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/**
 * Receives a webhook in the viewer.
 * @returns whether it was accepted
 */
export type Receive = (headers: Record<string, string>, body: string) => Promise<boolean>

interface DevDeps {
  viewer: Viewer
  receive: Receive
  /** Public base URL of the system. */
  publicUrl: string
}

/** The data of the message viewer, and its webhook receiver, for development only. */
export function devRouter({ viewer, receive, publicUrl }: DevDeps): Router {
  const router = Router()
  router.use('/dev/messages', ownHostOnly(publicUrl))

  router.get('/dev/messages', async (_request, response) => {
    const messages = await viewer.list()
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('Vary', 'Accept')
    response.json(messages)
  })

  router.get('/dev/messages/:id/html', async (request, response) => {
    const found = (await viewer.list()).find(({ id }) => id === request.params.id)
    if (!found?.mail) throw problem('ROUTE_NOT_FOUND', 'No mail has this id.')
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('Content-Security-Policy', MAIL_IN_VIEWER)
    response.type('html').send(withLinksOutside(found.mail.html))
  })

  // signatures cover the raw bytes, so no parser runs before
  router.post(
    '/dev/webhooks',
    express.text({ type: () => true, limit: '1mb' }),
    async (request, response) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      const isValid = await receive(headers, String(request.body))
      response.status(isValid ? 204 : 400).end()
    },
  )
  return router
}
