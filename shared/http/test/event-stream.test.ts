import { once } from 'node:events'
import { request } from 'node:http'
import express from 'express'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Api, OperationTable } from '@appointments/contracts'
import { bind } from '../src/bind.ts'
import { serve, type StartStream } from '../src/handler.ts'
import { listen, type HttpServer } from '../src/server.ts'

const operations = {
  follow: {
    method: 'GET',
    path: '/stream',
    owner: 'appointments',
    access: 'internal',
    summary: 'A stream',
    status: 200,
    response: z.string(),
    mediaType: 'text/event-stream',
    stream: true,
    problems: [],
  },
} as const satisfies OperationTable
const api: Api<typeof operations> = { name: 'test', base: '', operations }

let server: HttpServer
afterEach(() => server.stop())

/** Serves a stream that begins when the test lets it. */
async function serveStream(prepare: () => Promise<StartStream>): Promise<{ closed: Promise<void> }> {
  let close = () => {}
  const closed = new Promise<void>((resolve) => (close = resolve))
  const app = express()
  app.use((_request, response, next) => {
    response.once('close', close)
    next()
  })
  app.use(bind(serve('appointments', api, { follow: prepare }), { callerOf: () => ({ roles: [] }) }))
  server = await listen(app, { port: 0, host: '127.0.0.1' })
  return { closed }
}

it('does not begin if the client disconnected during the preparation', async () => {
  const begun: boolean[] = []
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  let finish: (start: StartStream) => void = () => {}
  const prepared = new Promise<StartStream>((resolve) => (finish = resolve))
  const { closed } = await serveStream(() => {
    isAsked()
    return prepared
  })
  const client = request(`${server.url}/stream`, { agent: false })
  client.on('error', () => {})
  client.end()
  await asked
  client.destroy()
  await closed
  finish(() => void begun.push(true))
  await prepared
  // a second stream, so that the first one has had its turn
  const other = request(`${server.url}/stream`, { agent: false })
  other.on('error', () => {})
  other.end()
  await once(other, 'response')
  other.destroy()
  expect(begun).toEqual([true])
})
