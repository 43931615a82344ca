import path from 'node:path'
import { createClient } from 'redis'
import { freePort } from '@appointments/testing/free-port'
import { ownServer, type OwnServer } from '@appointments/testing'

/** A separate Redis of the harness without persistence; `url` bypasses the proxy. */
export interface OwnRedis extends OwnServer {
  url: string
}

/** A Redis with the program of this machine. */
export async function createRedis(folder: string): Promise<OwnRedis> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const server = ownServer({
    port,
    command: 'redis-server',
    args: [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ],
    env: { PATH: process.env.PATH },
    logFile: path.join(folder, 'redis.log'),
    stopSignal: 'SIGTERM',
    async probe() {
      const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: 1000 } })
      client.on('error', () => undefined)
      await client.connect()
      await client.close()
    },
  })
  return { ...server, url }
}
