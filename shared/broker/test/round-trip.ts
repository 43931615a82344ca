/**
 * Publishes one message, prints its body when it arrives, and ends. Prints the broker's log lines to standard error, and
 * gives up after the first failed connection.
 */
import { silentLog } from '@appointments/runtime'
import { connectRabbitmq } from '../src/rabbitmq.ts'

const [url = '', exchange = ''] = process.argv.slice(2)
const queue = `${exchange}.orders`
const giveUp = (details: object) => {
  console.error(
    JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? value.message : value)),
  )
  process.exit(2)
}
const broker = await connectRabbitmq({
  url,
  topology: { exchange, queues: [{ name: queue, types: ['placed'] }] },
  log: { ...silentLog, warn: giveUp, error: giveUp },
})
const arrived = new Promise<unknown>((resolve) => {
  const handle = ({ message }: { message: { body: unknown } }) => {
    resolve(message.body)
    return Promise.resolve()
  }
  void broker.subscribe({ queue, concurrency: 1, handle })
})
await broker.publish({ id: '1', type: 'placed', key: 'k', body: 'delivered', headers: {} })
console.log(await arrived)
await broker.close()
