import express from 'express'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Api, OperationTable } from '@appointments/contracts'
import type { Idempotency, KeyedOperation } from '@appointments/idempotency'
import { silentLog } from '@appointments/runtime'
import { bind, KEEP_HEADER, SUBJECT_HEADER } from '../src/bind.ts'
import { serve } from '../src/handler.ts'
import { problemResponder } from '../src/problem-response.ts'
import { listen, type HttpServer } from '../src/server.ts'

const operations = {
  count: {
    method: 'POST',
    path: '/counts',
    owner: 'appointments',
    access: 'internal',
    summary: 'A count',
    status: 200,
    response: z.unknown(),
    takesKey: true,
    problems: [],
  },
} as const satisfies OperationTable
const api: Api<typeof operations> = { name: 'test', base: '', operations }

let server: HttpServer
afterEach(() => server.stop())

/** The response to a request with a key, whose stored response has this body. */
async function responseWith(body: unknown): Promise<globalThis.Response> {
  const once: Idempotency['once'] = () =>
    Promise.resolve({ status: 200, body, isReplayed: true, mayBeCopied: true, subject: 'a-1' })
  const work: KeyedOperation<unknown> = { work: () => Promise.reject(new Error()), present: () => undefined }
  const app = express()
  app.use(
    bind(serve('appointments', api, { count: () => work }), {
      callerOf: () => ({ roles: [] }),
      idempotency: { once },
    }),
    problemResponder(silentLog),
  )
  server = await listen(app, { port: 0, host: '127.0.0.1' })
  return fetch(`${server.url}/counts`, { method: 'POST', headers: { 'idempotency-key': 'k' } })
}

const internal = ({ status, headers }: globalThis.Response) => [
  status,
  ...[KEEP_HEADER, SUBJECT_HEADER, 'idempotency-replayed'].map((name) => headers.get(name)),
]

it('permits a copy of a stored response', async () => {
  expect(internal(await responseWith({ count: 1 }))).toEqual([200, 'true', 'a-1', 'true'])
})

it('permits no copy of the error that replaces a response that cannot be sent', async () => {
  // JSON has no form for it
  expect(internal(await responseWith({ count: 1n }))).toEqual([500, null, null, null])
})
