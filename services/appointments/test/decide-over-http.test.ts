import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DecisionRequest } from '@appointments/contracts'
import { internalTokens } from '@appointments/credentials'
import { decideOverHttp } from '../src/decide-over-http.ts'
import { free } from './harness.ts'

const tokens = internalTokens('a-secret-of-the-tests-with-32-bytes!')
const request: DecisionRequest = {
  applicationId: 'app-1',
  purpose: 'BOOK',
  start: '2027-01-09T09:00:00Z',
  end: '2027-01-09T09:30:00Z',
  target: { agentId: 'ann' },
}
let server: Server
let url: string
let calls = 0
let reply: (body: string) => { status: number; body: string } | undefined

beforeAll(async () => {
  server = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
    incoming.on('end', () => {
      calls += 1
      const given = reply(body)
      // without a reply the request hangs
      if (given) response.writeHead(given.status, { 'content-type': 'application/json' }).end(given.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('returns the decision about the request', async () => {
  reply = (body) => {
    const { requests } = JSON.parse(body) as { requests: DecisionRequest[] }
    return { status: 200, body: JSON.stringify({ decisions: requests.map((one) => free(one)) }) }
  }
  expect(await decideOverHttp(url, { tokens })(request)).toEqual(free(request))
})

it('returns no decision if the service fails, sends something else, or does not reply in 800 ms', async () => {
  const decide = decideOverHttp(url, { tokens })
  reply = () => ({ status: 500, body: '{"code":"INTERNAL_ERROR"}' })
  expect(await decide(request)).toBeUndefined()
  reply = () => ({ status: 200, body: '{"decisions":[]}' })
  expect(await decide(request)).toBeUndefined()
  reply = () => undefined
  expect(await decide(request)).toBeUndefined()
})

it('stops asking a service that keeps failing', async () => {
  const decide = decideOverHttp(url, { tokens })
  reply = () => ({ status: 500, body: '{}' })
  calls = 0
  for (let time = 0; time < 40; time += 1) expect(await decide(request)).toBeUndefined()
  expect(calls).toBe(20)
})
