import { asSecret, type Log, type Secret } from '@appointments/runtime'
import { silentMetrics, type Metrics } from '@appointments/telemetry'
import { gatewayMetrics, keyValueMetrics } from '../metrics.ts'
import { KeyValueUnavailable, type KeyValue } from './key-value.ts'
import { createConnection } from './redis-connection.ts'

const CALL_LIMIT_MS = 200
/** For this long after a timeout, calls fail immediately, so that a store that hangs does not delay every request. */
const PAUSE_MS = 1000

/**
 * The key-value port over Redis. Resolves even if Redis is unavailable: calls then fail immediately, and succeed once
 * it is back.
 * @param url its user and password are read again for every connection
 * @param mustKeepAll whether to log a warning, at every connection, if the store may evict entries
 * @param prefix prepended to every key, so that several systems can share one Redis
 * @param silentMs how long Redis may send nothing before its connection is replaced
 */
export async function connectRedis(
  url: string | Secret,
  {
    log,
    metrics = silentMetrics,
    prefix = 'gateway:',
    mustKeepAll = false,
    silentMs,
  }: { log: Log; metrics?: Metrics; prefix?: string; mustKeepAll?: boolean; silentMs?: number },
): Promise<KeyValue> {
  const connection = createConnection(asSecret(url), {
    log,
    silentMs,
    onReady: () => {
      if (mustKeepAll) void warnOfEviction()
    },
  })
  const { client } = connection
  const warnOfEviction = async () => {
    const memory = await client()
      .info('memory')
      .catch(() => '')
    const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1]
    if (policy !== undefined && policy !== 'noeviction')
      log.warn(
        { policy },
        'REDIS_URL may evict one-time passwords and limits: set maxmemory-policy noeviction',
      )
  }
  // a store that is unavailable at startup is handled like one that becomes unavailable later
  await withTimeout(connection.connect(), CALL_LIMIT_MS * 5).catch(() => {})

  const failures = metrics.counter(gatewayMetrics.keyValueFailures)
  let pausedUntil = 0
  metrics.read(keyValueMetrics, () => ({ up: client().isReady && Date.now() >= pausedUntil ? 1 : 0 }))

  const bounded = async <T>(call: () => Promise<T>): Promise<T> => {
    if (Date.now() < pausedUntil) {
      failures.count({})
      throw new KeyValueUnavailable()
    }
    try {
      const result = await withTimeout(call(), CALL_LIMIT_MS, () => (pausedUntil = Date.now() + PAUSE_MS))
      connection.heard()
      return result
    } catch (error) {
      failures.count({})
      connection.replaceIfSilent()
      throw error instanceof KeyValueUnavailable ? error : new KeyValueUnavailable({ cause: error })
    }
  }

  return {
    get: (key) => bounded(async () => (await client().get(prefix + key)) ?? undefined),
    set: (key, value, ttlMs) =>
      bounded(async () => {
        await client().set(prefix + key, value, { expiration: { type: 'PX', value: ttlMs } })
      }),
    replace: (key, expected, value, ttlMs) =>
      bounded(() => {
        const before = expected === undefined ? [] : [expected]
        return client().replaceValue(prefix + key, value, String(ttlMs), ...before)
      }),
    increment: (key, ttlMs, by = 1) =>
      bounded(() => client().countUp(prefix + key, String(ttlMs), String(by))),
    decrement: (key) => bounded(() => client().countDown(prefix + key)),
    delete: (key) =>
      bounded(async () => {
        await client().del(prefix + key)
      }),
    addMember: (key, member, ttlMs) =>
      bounded(async () => {
        const at = prefix + key
        await client().multi().sAdd(at, member).pExpire(at, ttlMs).exec()
      }),
    takeMembers: (key) => bounded(() => client().takeSet(prefix + key)),
    close() {
      connection.close()
      return Promise.resolve()
    },
  }
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
