import { topology } from '@appointments/contracts'
import { connectRabbitmq } from '@appointments/broker'
import { createLog } from '@appointments/runtime'
import type { Environment, Platform } from './platform.ts'
import { emptyRedis, redisEntries } from './redis-entries.ts'

/** The broker and store that services outside this process share, as configured. */
export function realServers({
  RABBITMQ_URL: url = '',
  REDIS_URL: redisUrl = '',
  LOG_LEVEL: level,
}: Environment): Omit<Platform, 'launch'> {
  return {
    connectBroker: () =>
      connectRabbitmq({ url, topology, connectionName: 'e2e', log: createLog('e2e', level) }),
    keyValueEntries: () => redisEntries(redisUrl),
    emptyKeyValue: () => emptyRedis(redisUrl),
  }
}
