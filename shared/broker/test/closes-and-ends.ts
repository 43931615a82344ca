/** Uses both adapters and closes them with retries and confirms pending; the process must then end by itself. */
import type { Broker } from '../src/broker.ts'
import { createInProcessBroker } from '../src/in-process.ts'
import { connectRabbitmq } from '../src/rabbitmq.ts'

const [url = '', exchange = ''] = process.argv.slice(2)
const orders = `${exchange}.orders`
const topology = {
  exchange,
  queues: [
    { name: orders, types: ['placed', 'changed', 'code'] },
    { name: `${exchange}.billing`, types: ['placed'] },
  ],
}
const retryDelaysMs = [50]
const never = 'amqp://guest:guest@127.0.0.1:1'

const use = async (broker: Broker): Promise<void> => {
  await broker.subscribe({ queue: orders, concurrency: 1, handle: () => Promise.reject(new Error('no')) })
  await broker.openReplies(() => {})
  const message = { id: '1', type: 'changed', key: 'k', body: 1, headers: {} }
  await broker.publish(message).catch(() => {})
  await broker.publish({ ...message, type: 'code', expiresInMs: 60_000 }).catch(() => {})
  void broker.publish(message).catch(() => {})
  await broker.close()
}

await use(await createInProcessBroker({ topology, retryDelaysMs: [60_000] }))
await use(await connectRabbitmq({ url, topology, retryDelaysMs }))
await use(await connectRabbitmq({ url: never, topology, retryDelaysMs }))
console.log('closed')
