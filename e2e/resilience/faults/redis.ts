import { setTimeout as pause } from 'node:timers/promises'
import { emptyRedis } from '../../src/platforms/redis-entries.ts'
import type { FaultGroup } from './fault.ts'

export const redisFaults: FaultGroup = {
  kind: 'redis',
  faults: [
    {
      name: 'kill redis',
      does: 'Kills Redis, which loses everything, and starts it again some seconds later.',
      isShort: true,
      apply: ({ redis }) => redis.kill(),
    },
    {
      name: 'flush redis',
      does: 'Empties Redis again and again, between requests and their repetitions.',
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
      does: 'Halts Redis for 5 s.',
      lastsMs: 5000,
      apply: ({ redis }) => redis.pause(),
    },
    {
      name: 'black hole to redis',
      does: 'Carries nothing between gateway and Redis for 6 s and tells nobody.',
      lastsMs: 6000,
      apply({ links }) {
        links['gateway→redis'].blackHole()
      },
    },
  ],
}
