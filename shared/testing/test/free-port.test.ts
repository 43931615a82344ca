import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import { freePort } from '../src/free-port.ts'

const chosen = vi.hoisted(() => ({ next: [] as number[] }))
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  return {
    ...crypto,
    randomInt: (from: number, to: number) => chosen.next.shift() ?? crypto.randomInt(from, to),
  }
})

it('gives a port once, though nobody has begun to listen on it', async () => {
  const first = await freePort()
  chosen.next = [first]
  expect(await freePort()).not.toBe(first)
  expect(chosen.next).toEqual([])
})

it('gives no port that somebody listens on', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  chosen.next = [port]
  expect(await freePort()).not.toBe(port)
  expect(chosen.next).toEqual([])
  server.close()
})

it('gives a port that can be listened on', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
