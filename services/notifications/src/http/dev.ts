import express, { Router } from 'express'
import type { Viewer } from '../viewer/viewer.ts'
import { viewerPage } from '../viewer/page.ts'

/** What the receiver of the viewer makes of a webhook. */
export type Receive = (headers: Record<string, string>, body: string) => Promise<boolean>

/** The message viewer and its webhook receiver; only a developer's machine has them. */
export function devRouter({ viewer, receive }: { viewer: Viewer; receive: Receive }): Router {
  const router = Router()

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
