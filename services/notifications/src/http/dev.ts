import express, { Router, type RequestHandler } from 'express'
import { problem } from '@appointments/contracts'
import type { Viewer } from '../viewer/viewer.ts'
import { viewerPage } from '../viewer/page.ts'

/**
 * Refuses a request for a host that is neither this machine nor the public one. Somebody else's page could otherwise
 * give its own name this machine's address, and read what the viewer shows (DNS rebinding).
 */
const ownHostOnly = (publicUrl: string): RequestHandler => {
  const own = new URL(publicUrl).hostname
  return (request, _response, next) => {
    const address = `http://${request.get('host') ?? ''}`
    const host = URL.canParse(address) ? new URL(address).hostname : ''
    if (host !== own && !isLoopback(host))
      throw problem('FORBIDDEN', `The viewer is shown at ${own} and at names of this machine only`)
    next()
  }
}

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/** What the receiver of the viewer makes of a webhook. */
export type Receive = (headers: Record<string, string>, body: string) => Promise<boolean>

interface DevDeps {
  viewer: Viewer
  receive: Receive
  /** Where the system is reached. */
  publicUrl: string
}

/** The message viewer and its webhook receiver; only a developer's machine has them. */
export function devRouter({ viewer, receive, publicUrl }: DevDeps): Router {
  const router = Router()
  router.use('/dev/messages', ownHostOnly(publicUrl))

  router.get('/dev/messages', async (request, response) => {
    const messages = await viewer.list()
    response.setHeader('Cache-Control', 'no-store')
    response.setHeader('Vary', 'Accept')
    if (request.accepts(['html', 'json']) === 'json') {
      response.json(messages)
      return
    }
    const { channel, open } = request.query as { channel?: string; open?: string }
    const { html, policy } = viewerPage(messages, { channel, open })
    response.setHeader('Content-Security-Policy', policy)
    response.type('html').send(html)
  })

  // the bytes that were signed are needed, so nothing parses them before
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
