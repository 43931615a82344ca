import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { listen, type HttpServer } from '../src/server.ts'

let server: HttpServer
const agent = new Agent({ keepAlive: true })
afterEach(async () => {
  agent.destroy()
  await server.stop()
})

const ask = (url = server.url) =>
  new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    get(url, { agent }, (answer: IncomingMessage) => {
      answer.resume().once('end', () => {
        resolve({ status: answer.statusCode, connection: answer.headers.connection })
      })
    }).once('error', reject)
  })

it('sends its clients away while it stops, also those whose request began before, and then takes nobody', async () => {
  const held: ServerResponse[] = []
  server = await listen(
    (request, response) => {
      if (request.url === '/slow') held.push(response)
      else response.end('ok')
    },
    { port: 0, host: '127.0.0.1', drainDelayMs: 1000 },
  )
  expect(await ask()).toEqual({ status: 200, connection: 'keep-alive' })
  const slow = ask(`${server.url}/slow`)
  await expect.poll(() => held.length).toBe(1)
  const stopped = server.stop()
  expect(server.isDraining()).toBe(true)
  expect(await ask()).toEqual({ status: 200, connection: 'close' })
  held[0]?.end('ok')
  expect(await slow).toEqual({ status: 200, connection: 'close' })
  await stopped
  await expect(ask()).rejects.toThrow('ECONNREFUSED')
})
