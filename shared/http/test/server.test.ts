import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
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
    get(url, { agent }, (response: IncomingMessage) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode, connection: response.headers.connection })
      })
    }).once('error', reject)
  })

it('asks all clients to disconnect while it stops, even during a request, and then accepts no connection', async () => {
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

it('closes connections without a request while it stops', async () => {
  server = await listen((_request, response) => response.end('ok'), { port: 0, host: '127.0.0.1' })
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await server.stop()
  await closed
})

it('serves on every connection, however many arrive at once', async () => {
  server = await listen((_request, response) => response.end('ok'), { port: 0, host: '127.0.0.1' })
  const responses = await Promise.all(Array.from({ length: 200 }, () => fetch(server.url)))
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 200))
})

it('names the variable to change if another server has the port', async () => {
  server = await listen((_request, response) => response.end('ok'), { port: 0, host: '127.0.0.1' })
  const port = Number(new URL(server.url).port)
  const second = listen((_request, response) => response.end('second'), { port, host: '127.0.0.1' })
  await expect(second).rejects.toThrow(`PORT ${port} is in use; set PORT to a free port`)
})
