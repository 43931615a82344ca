import { afterEach, expect, it, vi } from 'vitest'
import { httpRooms } from '../src/rooms/http-rooms.ts'
import { roomServer } from './room-server.ts'

const provider = await roomServer()
const proxy = await roomServer()
afterEach(() => vi.unstubAllEnvs())

it('requests for rooms ignore a proxy in the environment', async () => {
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy']) {
    vi.stubEnv(name, proxy.url)
    vi.stubEnv(name.toUpperCase(), proxy.url)
  }
  for (const name of ['no_proxy', 'NO_PROXY']) vi.stubEnv(name, '')
  const rooms = httpRooms(provider.url, { token: undefined, limitMs: 5000 })
  const start = new Date().toISOString()
  expect(await rooms.open({ id: 'a-1', start, end: start })).toBe('https://rooms.example/1')
  expect([provider.asked.length, proxy.asked.length]).toEqual([1, 0])
})
