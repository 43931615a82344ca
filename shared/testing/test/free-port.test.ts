import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { freePort } from '../src/free-port.ts'

/** Proposes the listed ports, then ends the search with an error. */
const proposing =
  (...ports: number[]) =>
  () => {
    const port = ports.shift()
    if (port === undefined) throw new Error('no proposal left')
    return port
  }

it('returns each port only once, even if nothing listens on it yet', async () => {
  const first = await freePort()
  await expect(freePort(proposing(first))).rejects.toThrow('no proposal left')
})

it('skips a port that is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await expect(freePort(proposing(port))).rejects.toThrow('no proposal left')
  server.close()
})

it('returns a port that can be listened on', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
