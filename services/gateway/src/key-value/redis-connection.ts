import { createClient, defineScript } from 'redis'
import type { CommandParser } from 'redis'
import type { Log, Secret } from '@appointments/runtime'

/** If Redis has sent nothing for this long, its connection is replaced. Longer than the interval of pings. */
const SILENT_MS = 10_000
const PING_EVERY_MS = 5000

const script = <Reply>(SCRIPT: string, transformReply: (reply: unknown) => Reply) =>
  defineScript({
    SCRIPT,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, key: string, ...args: string[]) {
      parser.pushKey(key)
      parser.push(...args)
    },
    transformReply,
  })

const scripts = {
  // the number of arguments distinguishes an absent value from an empty one
  replaceValue: script(
    `local before = redis.call('GET', KEYS[1])
     if #ARGV == 3 and before ~= ARGV[3] then return 0 end
     if #ARGV == 2 and before then return 0 end
     redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
     return 1`,
    (reply) => reply === 1,
  ),
  countUp: script(
    `local count = redis.call('INCRBY', KEYS[1], ARGV[2])
     local left = redis.call('PTTL', KEYS[1])
     if left >= 0 then return {count, left} end
     redis.call('PEXPIRE', KEYS[1], ARGV[1])
     return {count, tonumber(ARGV[1])}`,
    (reply) => {
      const [count = 0, expiresInMs = 0] = reply as number[]
      return { count, expiresInMs }
    },
  ),
  countDown: script(
    `if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end return 1`,
    () => {},
  ),
  takeSet: script(
    `local members = redis.call('SMEMBERS', KEYS[1])
     redis.call('DEL', KEYS[1])
     return members`,
    (reply) => reply as string[],
  ),
}

export interface ConnectionSettings {
  log: Log
  onReady?: () => void
  /** How long Redis may send nothing before its connection is replaced. */
  silentMs?: number | undefined
}

/**
 * A connection to Redis that is opened again whenever it ends, and replaced if it falls silent. If the machine of Redis
 * vanishes, TCP would keep the connection for about 15 minutes.
 * @param address its user and password are read again for every connection
 */
export function createConnection(
  address: Secret,
  { log, onReady, silentMs = SILENT_MS }: ConnectionSettings,
) {
  let reachable: boolean | undefined
  let heardAt = performance.now()
  const heard = () => {
    heardAt = performance.now()
  }
  const create = () => {
    const created = createClient({
      ...addressOptions(address),
      scripts,
      disableOfflineQueue: true,
      pingInterval: PING_EVERY_MS,
      socket: { connectTimeout: 1000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 2000) },
    })
    created.on('error', (error: unknown) => {
      if (reachable !== false) log.warn({ err: error }, 'the key-value store is unavailable')
      reachable = false
    })
    created.on('ready', () => {
      heard()
      if (reachable === false) log.info('the key-value store is available again')
      reachable = true
      onReady?.()
    })
    created.on('ping-interval', heard)
    return created
  }
  let client = create()

  return {
    /** The client of the current connection. */
    client: () => client,
    /** Opens the connection; resolves when it is ready. */
    connect: () => client.connect(),
    /** Notes that Redis has responded. */
    heard,
    /** Call it after an error. A client that is not ready is closed, or opens a new connection by itself. */
    replaceIfSilent(): void {
      if (!client.isReady || performance.now() - heardAt < silentMs) return
      log.warn({ silentMs }, 'the connection to the key-value store is silent, and is replaced')
      const silent = client
      client = create()
      client.connect().catch(() => undefined)
      silent.destroy()
    },
    close: () => client.destroy(),
  }
}

/** Client options with the address stripped of its credentials, which are read anew for every connection. */
function addressOptions(address: Secret) {
  const url = new URL(address.current())
  url.username = url.password = ''
  const credentials = () => {
    const { username, password } = new URL(address.current())
    return Promise.resolve({
      ...(username !== '' && { username: decodeURIComponent(username) }),
      password: decodeURIComponent(password),
    })
  }
  return { url: url.href, credentialsProvider: { type: 'async-credentials-provider', credentials } as const }
}
