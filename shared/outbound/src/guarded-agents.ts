import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net'
import type { Duplex } from 'node:stream'
import { isBlockedAddress } from './blocked-addresses.ts'
import { resolveByDns, type Resolve } from './resolve-by-dns.ts'

const CONNECT_LIMIT_MS = 5000
/**
 * If a name has several addresses, each but the last is given up after this time. Node's default of 250 ms is too short
 * for distant ones.
 */
const ADDRESS_LIMIT_MS = 1000

/** Names of the machine itself (RFC 6761), which DNS may not know. */
const LOCAL_NAME = /(^|\.)localhost\.?$/i

class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS'
}

interface Limits {
  /** For development: allows every address. */
  allowPrivate: boolean
  resolve?: Resolve
  connectLimitMs?: number
}

/** Resolves a name to its allowed addresses. It runs when connecting, so the name cannot be rebound in between. */
const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed = error ? [] : addresses.filter(({ address }) => !isBlockedAddress(address))
      const [first] = allowed
      if (error) callback(error, '')
      else if (!first) callback(new BlockedAddress(`${hostname} resolves to a blocked network`), '')
      else if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }

type Connect = (
  options: TcpNetConnectOpts,
  onCreate?: (error: Error | null, socket: Duplex) => void,
) => Duplex

/** Makes an agent reject private addresses: literal ones directly, names in the lookup. */
function guard<Agent extends http.Agent>(
  agent: Agent,
  { allowPrivate, resolve = resolveByDns(), connectLimitMs = CONNECT_LIMIT_MS }: Limits,
): Agent {
  const open = agent.createConnection.bind(agent) as unknown as Connect
  const connect: Connect = (options, onCreate) => {
    const host = (options.host ?? '').replace(/^\[|\]$/g, '')
    if (!allowPrivate && (LOCAL_NAME.test(host) || (isIP(host) !== 0 && isBlockedAddress(host))))
      throw new BlockedAddress(`${host} is in a blocked network`)
    const socket = open(
      allowPrivate
        ? options
        : {
            ...options,
            lookup: guardedLookup(resolve),
            autoSelectFamilyAttemptTimeout: ADDRESS_LIMIT_MS,
          },
      onCreate,
    ) as Duplex & {
      connecting?: boolean
    }
    const limit = setTimeout(() => {
      if (socket.connecting)
        socket.destroy(Object.assign(new Error('no connection'), { code: 'ECONNTIMEOUT' }))
    }, connectLimitMs)
    limit.unref()
    socket.once('connect', () => clearTimeout(limit)).once('close', () => clearTimeout(limit))
    return socket
  }
  agent.createConnection = connect
  return agent
}

/**
 * Agents for calls to addresses chosen by clients: they connect to no private network, whatever a name resolves to
 * (docs/contract/webhooks.md#addresses).
 */
export function guardedAgents(limits: Limits): { httpAgent: http.Agent; httpsAgent: https.Agent } {
  const options = { keepAlive: false, maxSockets: 100 }
  return {
    httpAgent: guard(new http.Agent(options), limits),
    httpsAgent: guard(new https.Agent(options), limits),
  }
}
