import { setTimeout as pause } from 'node:timers/promises'
import { emptyRedis } from '../../src/platforms/redis-entries.ts'
import type { FaultGroup } from './fault.ts'

export const redisFaults: FaultGroup = {
  kind: 'redis',
  faults: [
    {
      name: 'kill redis',
      does: 'Kills Redis, which loses everything, and restarts it a few seconds later.',
      isShort: true,
      apply: ({ redis }) => redis.kill(),
    },
    {
      name: 'flush redis',
      does: 'Empties Redis again and again, also between requests and their retries.',
      async apply({ redis, links }) {
        for (let count = 0; count < 10; count += 1) {
          await emptyRedis(redis.url)
          // causes repeats: the first responses are lost on the way to the gateway
          links['gateway→appointments'].cut()
          await pause(200)
        }
      },
    },
    {
      name: 'pause redis',
      does: 'Suspends Redis for 5 s.',
      lastsMs: 5000,
      apply: ({ redis }) => redis.pause(),
    },
    {
      name: 'black hole to redis',
      does: 'Silently drops all traffic between gateway and Redis for 6 s.',
      lastsMs: 6000,
      apply({ links }) {
        links['gateway→redis'].blackHole()
      },
    },
  ],
}
