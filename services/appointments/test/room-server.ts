import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'

interface Asked {
  method: string | undefined
  headers: IncomingHttpHeaders
  body: unknown
}

const opens = (response: ServerResponse, room: number) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ url: `https://rooms.example/${room}` }))
}

/** The behaviours of a room provider. */
export const behaviours = {
  opens,
  'responds 500': (response: ServerResponse) => response.writeHead(500).end(),
  'responds 404': (response: ServerResponse) => response.writeHead(404).end(),
  'responds with an invalid address': (response: ServerResponse) =>
    response.end('{"url":"javascript:alert(1)"}'),
  redirects: (response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end(),
  'breaks off': (response: ServerResponse) => response.destroy(),
  hangs: () => undefined,
}

/**
 * A room provider on a free port, which opens rooms unless a test changes its behaviour. Start it when the test file is
 * loaded, because the service is configured with its address.
 */
export async function roomServer() {
  const asked: Asked[] = []
  let behaviour: (response: ServerResponse, room: number) => unknown = opens
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, headers } = request
      asked.push({ method, headers, body: JSON.parse(Buffer.concat(chunks).toString()) as unknown })
      behaviour(response, asked.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  beforeEach(() => {
    behaviour = opens
  })
  afterAll(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rooms`,
    asked,
    behave: (how: keyof typeof behaviours) => (behaviour = behaviours[how]),
  }
}
