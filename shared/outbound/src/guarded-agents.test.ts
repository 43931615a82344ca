import { createSocket, type Socket } from 'node:dgram'
import dns from 'node:dns'
import { once } from 'node:events'
import http from 'node:http'
import { isIPv4 } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guardedAgents } from './guarded-agents.ts'
import { resolveByDns } from './resolve-by-dns.ts'

const TYPE = { 1: 'A', 28: 'AAAA' } as Record<number, string>
/** Labels, type and class of the question follow the header (RFC 1035, section 4.1). */
const HEADER_BYTES = 12

let server: Socket
let asked: string[]
beforeEach(async () => {
  asked = []
  server = createSocket('udp4')
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  vi.restoreAllMocks()
  server.close()
})

/** Responds to each type of question with an address, and not at all to a type that is left out. */
function answers(addresses: Record<string, Buffer>) {
  server.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, HEADER_BYTES) + 5
    const type = TYPE[query.readUInt16BE(end - 4)] ?? ''
    asked.push(type)
    const data = addresses[type]
    if (!data) return
    const header = Buffer.from(query.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(0x81_80, 2)
    header.set([0, 1, 0, 1, 0, 0, 0, 0], 4)
    const question = query.subarray(HEADER_BYTES, end)
    // the name of the question, its type and class, a lifetime of zero
    const answer = Buffer.concat([Buffer.from([0xc0, HEADER_BYTES]), question.subarray(-4), Buffer.alloc(4)])
    const length = Buffer.from([0, data.length])
    server.send(Buffer.concat([header, question, answer, length, data]), port, address)
  })
}

/** A resolver that asks the server of the test. */
function resolver() {
  const made = new dns.promises.Resolver({ timeout: 200, tries: 1 })
  made.setServers([`127.0.0.1:${server.address().port}`])
  return made
}

/** Calls an address, and returns the code of the error. */
async function codeOf(url: string, limits: Omit<Parameters<typeof guardedAgents>[0], 'allowPrivate'>) {
  const agents = guardedAgents({ allowPrivate: false, ...limits })
  const [error] = (await once(http.get(url, { agent: agents.httpAgent }), 'error')) as [NodeJS.ErrnoException]
  return error.code
}

describe('a name', () => {
  it('is looked up without a thread of the process', async () => {
    const lookup = vi.spyOn(dns, 'lookup')
    await codeOf('http://receiver.invalid', { connectLimitMs: 50 })
    expect(lookup).not.toHaveBeenCalled()
  })

  it('is given up, first by the connection and then by the resolver, if its servers do not respond', async () => {
    answers({})
    const resolve = resolveByDns(resolver())
    const silent = { resolve, connectLimitMs: 50 }
    const calls = Array.from({ length: 8 }, (_, at) => codeOf(`http://silent${at}.test`, silent))
    expect(await Promise.all(calls)).toEqual(Array(8).fill('ECONNTIMEOUT'))
    expect(await codeOf('http://silent.test', { resolve })).toBe('EAI_AGAIN')
  })

  it.each([
    { A: [127, 0, 0, 1], AAAA: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
    { A: [10, 0, 0, 7] },
    { AAAA: [0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7] },
  ])('is blocked if all its addresses are', async (addresses) => {
    answers(Object.fromEntries(Object.entries(addresses).map(([type, bytes]) => [type, Buffer.from(bytes)])))
    expect(await codeOf('http://inside.test', { resolve: resolveByDns(resolver()) })).toBe('BLOCKED_ADDRESS')
    expect(asked.toSorted()).toEqual(['A', 'AAAA'])
  })

  it('is called at its allowed addresses only', async () => {
    const connected: string[] = []
    answers({ A: Buffer.from([10, 0, 0, 7]), AAAA: Buffer.from('2a0fffff000000000000000000000001', 'hex') })
    const agents = guardedAgents({
      allowPrivate: false,
      resolve: resolveByDns(resolver()),
      connectLimitMs: 200,
    })
    const request = http.get('http://mixed.test', { agent: agents.httpAgent })
    request.on('socket', (socket) =>
      socket.on('lookup', (_error, address: string) => connected.push(address)),
    )
    await once(request, 'error')
    expect(connected.filter(isIPv4)).toEqual([])
    expect(connected).toEqual(['2a0f:ffff::1'])
  })
})
