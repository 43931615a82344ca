import { randomUUID } from 'node:crypto'
import type { Broker, Delivery, Message, Topology } from '../src/broker.ts'

/** One message broker to test against, with as many clients as a test wants. */
export interface Bench {
  connect: () => Promise<Broker>
  /** Ends a client the way a kill does: nothing it has in hand is settled. */
  crash: (broker: Broker) => Promise<void>
  dispose: () => Promise<void>
}

export interface BenchOptions {
  topology: Topology
  retryDelaysMs: readonly number[]
}

export type MakeBench = (options: BenchOptions) => Promise<Bench>

/** Names no other test uses. `placed` goes to both queues, `changed` and `code` to orders only. */
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

/** A consumer's handler that remembers what it was given and then does as told. */
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

/** A promise to be settled by the test. */
export const gate = () => {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}
