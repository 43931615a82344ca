/**
 * Lists or replays the dead letters of a queue:
 *
 *     RABBITMQ_URL=amqp://… tsx dead-letters.ts list <queue>
 *     RABBITMQ_URL=amqp://… tsx dead-letters.ts replay <queue>
 */
import { connect } from 'amqplib'
import type { DeadLetter } from './broker.ts'
import { listDeadLetters, replayDeadLetters } from './rabbitmq/dead-letter-queue.ts'
import { reasonOf } from './reasons.ts'

const usage = 'usage: dead-letters (list | replay) <queue>'

/** One line, never the body or the headers: they may carry contact details. */
const lineOf = ({ message, reason, at }: DeadLetter): string =>
  [message.id, message.type, message.key, reason, at].map((field) => field.replace(/\s+/g, ' ')).join('\t')

const run = async (command: string | undefined, queue: string | undefined): Promise<string> => {
  if (queue === undefined || (command !== 'list' && command !== 'replay')) throw new Error(usage)
  const connection = await connect(process.env['RABBITMQ_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672')
  connection.on('error', () => {})
  try {
    if (command === 'replay') return `${await replayDeadLetters(connection, queue)} replayed\n`
    return (await listDeadLetters(connection, queue)).map((letter) => `${lineOf(letter)}\n`).join('')
  } finally {
    await connection.close().catch(() => {})
  }
}

try {
  process.stdout.write(await run(process.argv[2], process.argv[3]))
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exitCode = 1
}
