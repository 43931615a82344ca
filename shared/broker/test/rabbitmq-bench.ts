import { connect } from 'amqplib'
import type { ChannelModel } from 'amqplib'
import { startProxy } from '@appointments/testing'
import type { Proxy } from '@appointments/testing'
import type { Broker, Topology } from '../src/broker.ts'
import { connectRabbitmq } from '../src/rabbitmq.ts'
import { queueNames, transientExchange } from '../src/rabbitmq/topology.ts'
import type { MakeBench } from './bench.ts'

export const rabbitmqUrl = process.env['RABBITMQ_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672'

/** A plain connection, to inspect the broker from outside and to clean up. */
export const withConnection = async <T>(
  run: (connection: ChannelModel) => Promise<T>,
  url = rabbitmqUrl,
): Promise<T> => {
  const connection = await connect(url)
  connection.on('error', () => {})
  try {
    return await run(connection)
  } finally {
    await connection.close()
  }
}

export const removeTopology = (topology: Topology, retryDelaysMs: readonly number[]): Promise<void> =>
  withConnection(async (connection) => {
    const channel = await connection.createChannel()
    for (const { name } of topology.queues) {
      const names = queueNames(name)
      for (const queue of [...retryDelaysMs.map(names.retry), names.transient, name, names.dead]) {
        await channel.deleteQueue(queue)
      }
    }
    await channel.deleteExchange(topology.exchange)
    await channel.deleteExchange(transientExchange(topology.exchange))
  })

/** A proxy in front of the broker, and the broker's URL through it. */
export async function proxyToRabbitmq(): Promise<Proxy & { url: string }> {
  const url = new URL(rabbitmqUrl)
  const proxy = await startProxy({ host: url.hostname, port: Number(url.port || 5672) })
  url.host = `127.0.0.1:${proxy.port}`
  return { ...proxy, url: url.href }
}

/** Each client has a separate proxy, so that it can be cut off from the broker like a killed process. */
export const benchOnRabbitmq: MakeBench = (options) => {
  const clients = new Map<Broker, Proxy>()
  return Promise.resolve({
    connect: async () => {
      const proxy = await proxyToRabbitmq()
      const broker = await connectRabbitmq({ ...options, url: proxy.url, connectionName: 'test' })
      clients.set(broker, proxy)
      return broker
    },
    crash: async (broker) => {
      await clients.get(broker)?.shut()
    },
    dispose: async () => {
      await Promise.all([...clients.keys()].map((broker) => broker.close()))
      await Promise.all([...clients.values()].map((proxy) => proxy.shut()))
      await removeTopology(options.topology, options.retryDelaysMs)
    },
  })
}
