/**
 * Closes a broker in the middle of a reconnect, and resets its connections before the server confirms the close. The
 * process must then end by itself.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { connectRabbitmq } from '../src/rabbitmq.ts'
import { proxyToRabbitmq } from './rabbitmq-bench.ts'

const [, exchange = ''] = process.argv.slice(2)
/** Delay in each direction, so that the handshake is still running when the broker closes. */
const DELAY_MS = 100

const proxy = await proxyToRabbitmq()
const broker = await connectRabbitmq({ url: proxy.url, topology: { exchange, queues: [] } })

proxy.delay(DELAY_MS)
proxy.cut()
while (broker.isUp()) await pause(1)
// it connects again after 200 ms
await pause(500)
await broker.close()
// the text with which amqplib closes a connection
void proxy.loseResponseTo('Cheers', 2)
await pause(15 * DELAY_MS)
await proxy.shut()
console.log('closed')
