import { randomUUID } from 'node:crypto'
import type { Broker, Delivery, Message, Topology } from '../src/broker.ts'

/** A message broker to test against, with any number of clients. */
export interface Bench {
  connect: () => Promise<Broker>
  /** Ends a client as a kill does: none of its deliveries is settled. */
  crash: (broker: Broker) => Promise<void>
  dispose: () => Promise<void>
}

export interface BenchOptions {
  topology: Topology
  retryDelaysMs: readonly number[]
}

export type MakeBench = (options: BenchOptions) => Promise<Bench>

/** A topology with unique names. `placed` is bound to both queues, `changed` and `code` to orders only. */
export const aTopology = () => {
  const exchange = `test-${randomUUID()}`
  const orders = `${exchange}.orders`
  const billing = `${exchange}.billing`
  const topology: Topology = {
    exchange,
    queues: [
      { name: orders, types: ['placed', 'changed', 'code'] },
      { name: billing, types: ['placed'] },
    ],
  }
  return { topology, orders, billing }
}

export const aMessage = (fields: Partial<Message> = {}): Message => ({
  id: randomUUID(),
  type: 'changed',
  key: 'a',
  body: {},
  headers: {},
  ...fields,
})

/** A consumer's handler that records its deliveries and then calls `then`. */
export const recorder = (then: (delivery: Delivery) => Promise<void> | void = () => {}) => {
  const deliveries: Delivery[] = []
  return {
    deliveries,
    ids: () => deliveries.map(({ message }) => message.id),
    attempts: () => deliveries.map(({ attempt }) => attempt),
    handle: async (delivery: Delivery): Promise<void> => {
      deliveries.push(delivery)
      await then(delivery)
    },
  }
}

/** A promise that the test settles. */
export const gate = () => {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}
