/** Publishes and consumes until it is killed, and writes each step to stdout. */
import { createInProcessBroker } from '../src/in-process.ts'

const [journalDirectory = '', exchange = '', life = ''] = process.argv.slice(2)
const queue = `${exchange}.orders`
const broker = await createInProcessBroker({
  topology: { exchange, queues: [{ name: queue, types: ['changed'] }] },
  retryDelaysMs: [1, 5],
  journalDirectory,
})

await broker.subscribe({
  queue,
  concurrency: 2,
  handle: async ({ message, attempt }) => {
    await new Promise((resolve) => setImmediate(resolve))
    if (Number(message.body) % 7 === 0 && attempt === 1) throw new Error('once more')
    console.log(`handled ${message.id}`)
  },
})

for (let number = 0; ; number += 1) {
  const ids = [0, 1, 2].map((part) => `${life}-${number}-${part}`)
  await Promise.all(
    ids.map(async (id) => {
      await broker.publish({ id, type: 'changed', key: id, body: number, headers: {} })
      console.log(`confirmed ${id}`)
    }),
  )
}
