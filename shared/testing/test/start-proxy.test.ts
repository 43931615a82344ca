import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startProxy, type Proxy } from '../src/start-proxy.ts'

let server: Server
let proxy: Proxy
let heard: string[]
const open = new Set<Socket>()

beforeEach(async () => {
  heard = []
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      heard.push(chunk.toString())
      socket.write(`echo ${chunk.toString()}`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await startProxy({ port: (server.address() as AddressInfo).port })
})
afterEach(async () => {
  for (const socket of open) socket.destroy()
  await proxy.shut()
  server.close()
})

async function client() {
  const socket = connect(proxy.port, '127.0.0.1')
  open.add(socket)
  const gone = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), gone])
  let got = ''
  socket.on('data', (chunk) => (got += chunk.toString()))
  return {
    say: (text: string) => socket.write(text),
    got: () => got,
    response: async () => {
      await once(socket, 'data')
      return got
    },
    gone,
  }
}

it('forwards data in both directions', async () => {
  const one = await client()
  one.say('hello')
  expect(await one.response()).toBe('echo hello')
})

it('delays each direction', async () => {
  proxy.delay(60)
  const one = await client()
  const since = performance.now()
  one.say('hello')
  await one.response()
  expect(performance.now() - since).toBeGreaterThanOrEqual(110)
})

it('delivers data of old and new connections only after a black hole heals', async () => {
  const old = await client()
  old.say('before')
  await old.response()
  proxy.blackHole()
  const fresh = await client()
  old.say('old')
  fresh.say('new')
  const other = await client()
  other.say('other')
  expect(heard).toEqual(['before'])
  proxy.heal()
  expect(await fresh.response()).toBe('echo new')
  await expect.poll(() => old.got()).toBe('echo beforeecho old')
})

it('resets open and new connections until it heals', async () => {
  const old = await client()
  proxy.reset()
  await old.gone
  const fresh = await client()
  await fresh.gone
  proxy.heal()
  const later = await client()
  later.say('hello')
  expect(await later.response()).toBe('echo hello')
})

it('cuts only the open connections', async () => {
  const old = await client()
  old.say('hello')
  await old.response()
  proxy.cut()
  await old.gone
  const fresh = await client()
  fresh.say('again')
  expect(await fresh.response()).toBe('echo again')
})

it('freezes only the open connections, until they are cut', async () => {
  const old = await client()
  old.say('hello')
  await old.response()
  proxy.freeze()
  old.say('lost')
  const fresh = await client()
  fresh.say('again')
  expect(await fresh.response()).toBe('echo again')
  proxy.cut()
  await old.gone
  expect(heard).toEqual(['hello', 'again'])
})

it('accepts no connections while it is shut', async () => {
  const old = await client()
  await proxy.shut()
  await old.gone
  const rejected = connect(proxy.port, '127.0.0.1')
  const [error] = (await once(rejected, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNREFUSED')
  await proxy.open()
  const later = await client()
  later.say('hello')
  expect(await later.response()).toBe('echo hello')
})

it('responds with the given bytes until it heals', async () => {
  proxy.respondWith('HTTP/1.1 502 Bad Gateway')
  const one = await client()
  one.say('hello')
  expect(await one.response()).toBe('HTTP/1.1 502 Bad Gateway')
  proxy.heal()
  const later = await client()
  later.say('hello')
  expect(await later.response()).toBe('echo hello')
  expect(heard).toEqual(['hello'])
})

it('forwards a request and loses its response', async () => {
  void proxy.loseResponseTo('COMMIT')
  const one = await client()
  one.say('COMMIT')
  await one.gone
  expect(heard).toEqual(['COMMIT'])
  expect(one.got()).toBe('')
  const other = await client()
  other.say('COMMIT')
  expect(await other.response()).toBe('echo COMMIT')
})
