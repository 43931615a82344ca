import { vi } from 'vitest'
import { silentLog, type Secret } from '@appointments/runtime'
import type { Broker } from '../src/broker.ts'
import { connectRabbitmq } from '../src/rabbitmq.ts'
import { aMessage, aTopology } from './bench.ts'
import { proxyToRabbitmq, removeTopology } from './rabbitmq-bench.ts'

export const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 10 })

export const publishUntilConfirmed = (broker: Broker, message = aMessage()): Promise<void> =>
  soon(() => broker.publish(message))

const retryDelaysMs = [50]

/** A topology on RabbitMQ for one test, behind a proxy that can be made to fail. */
export async function startFaultyRabbitmq() {
  const { topology, orders } = aTopology()
  const proxy = await proxyToRabbitmq()
  const errors: object[] = []
  const log = { ...silentLog, error: (fields: object) => void errors.push(fields) }
  const brokers: Broker[] = []
  return {
    topology,
    orders,
    proxy,
    /** The errors that its brokers have logged. */
    errors,
    /** @param url through the proxy by default */
    connect: async (url: string | Secret = proxy.url): Promise<Broker> => {
      const broker = await connectRabbitmq({
        url,
        topology,
        retryDelaysMs,
        connectionName: 'fault test',
        log,
      })
      brokers.push(broker)
      return broker
    },
    async close() {
      await Promise.all(brokers.map((broker) => broker.close()))
      await proxy.shut()
      await removeTopology(topology, retryDelaysMs)
    },
  }
}
export type FaultyRabbitmq = Awaited<ReturnType<typeof startFaultyRabbitmq>>
