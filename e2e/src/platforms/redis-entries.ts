import { createClient } from 'redis'

/** Keys and values of the gateways that use a Redis, as text. */
export async function redisEntries(url: string): Promise<string[]> {
  const client = createClient({ url })
  await client.connect()
  try {
    const entries: string[] = []
    for await (const keys of client.scanIterator({ MATCH: 'gateway:*', COUNT: 1000 })) {
      for (const key of keys) {
        const type = await client.type(key)
        const value = type === 'set' ? (await client.sMembers(key)).join('\n') : await client.get(key)
        entries.push(key, value ?? '')
      }
    }
    return entries
  } finally {
    await client.close()
  }
}

/** Deletes everything in one database of a Redis. */
export async function emptyRedis(url: string): Promise<void> {
  const client = createClient({ url })
  await client.connect()
  await client.flushDb()
  await client.close()
}
