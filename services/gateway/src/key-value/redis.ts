import { createClient, defineScript } from 'redis'
import type { CommandParser } from 'redis'
import { asSecret, type Log, type Secret } from '@appointments/runtime'
import { silentMetrics, type Metrics } from '@appointments/telemetry'
import { gatewayMetrics, keyValueMetrics } from '../metrics.ts'
import { KeyValueUnavailable, type KeyValue } from './key-value.ts'

const CALL_LIMIT_MS = 200
/** For this long after a timeout, calls fail immediately, so that a store that hangs does not delay every request. */
const PAUSE_MS = 1000

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

/**
 * The key-value port over Redis. Resolves even if Redis is unavailable: calls then fail immediately, and succeed once
 * it is back.
 * @param url its user and password are read again for every connection
 * @param mustKeepAll whether to log a warning, at every connection, if the store may evict entries
 * @param prefix prepended to every key, so that several systems can share one Redis
 */
export async function connectRedis(
  url: string | Secret,
  {
    log,
    metrics = silentMetrics,
    prefix = 'gateway:',
    mustKeepAll = false,
  }: { log: Log; metrics?: Metrics; prefix?: string; mustKeepAll?: boolean },
): Promise<KeyValue> {
  const address = asSecret(url)
  const client = createClient({
    ...addressOptions(address),
    scripts,
    disableOfflineQueue: true,
    pingInterval: 5000,
    socket: { connectTimeout: 1000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 2000) },
  })
  let reachable: boolean | undefined
  client.on('error', (error: unknown) => {
    if (reachable !== false) log.warn({ err: error }, 'the key-value store is unavailable')
    reachable = false
  })
  client.on('ready', () => {
    if (reachable === false) log.info('the key-value store is available again')
    reachable = true
    if (mustKeepAll) void warnOfEviction()
  })
  const warnOfEviction = async () => {
    const memory = await client.info('memory').catch(() => '')
    const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1]
    if (policy !== undefined && policy !== 'noeviction')
      log.warn(
        { policy },
        'REDIS_URL may evict one-time passwords and limits: set maxmemory-policy noeviction',
      )
  }
  // a store that is unavailable at startup is handled like one that becomes unavailable later
  await withTimeout(client.connect(), CALL_LIMIT_MS * 5).catch(() => {})

  const failures = metrics.counter(gatewayMetrics.keyValueFailures)
  let pausedUntil = 0
  metrics.read(keyValueMetrics, () => ({ up: client.isReady && Date.now() >= pausedUntil ? 1 : 0 }))

  const bounded = async <T>(call: () => Promise<T>): Promise<T> => {
    if (Date.now() < pausedUntil) {
      failures.count({})
      throw new KeyValueUnavailable()
    }
    return withTimeout(call(), CALL_LIMIT_MS, () => (pausedUntil = Date.now() + PAUSE_MS)).catch(
      (error: unknown) => {
        failures.count({})
        throw error instanceof KeyValueUnavailable ? error : new KeyValueUnavailable({ cause: error })
      },
    )
  }

  return {
    get: (key) => bounded(async () => (await client.get(prefix + key)) ?? undefined),
    set: (key, value, ttlMs) =>
      bounded(async () => {
        await client.set(prefix + key, value, { expiration: { type: 'PX', value: ttlMs } })
      }),
    replace: (key, expected, value, ttlMs) =>
      bounded(() => {
        const before = expected === undefined ? [] : [expected]
        return client.replaceValue(prefix + key, value, String(ttlMs), ...before)
      }),
    increment: (key, ttlMs, by = 1) => bounded(() => client.countUp(prefix + key, String(ttlMs), String(by))),
    decrement: (key) => bounded(() => client.countDown(prefix + key)),
    delete: (key) =>
      bounded(async () => {
        await client.del(prefix + key)
      }),
    addMember: (key, member, ttlMs) =>
      bounded(async () => {
        const at = prefix + key
        await client.multi().sAdd(at, member).pExpire(at, ttlMs).exec()
      }),
    takeMembers: (key) => bounded(() => client.takeSet(prefix + key)),
    close() {
      client.destroy()
      return Promise.resolve()
    },
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

/** The last part of each time limit; see {@link withTimeout}. */
const GRACE_MS = 50

/**
 * Waits for a call up to a limit; the result of a call that exceeds it is dropped. The last part of the limit has a
 * timer of its own: if this process was paused, it still has that time to send the call or to read the reply.
 */
function withTimeout<T>(call: Promise<T>, limitMs: number, onTimeout?: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timeOut = () => {
      onTimeout?.()
      reject(new KeyValueUnavailable())
    }
    let timer = setTimeout(() => (timer = setTimeout(timeOut, GRACE_MS)), limitMs - GRACE_MS)
    call.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
