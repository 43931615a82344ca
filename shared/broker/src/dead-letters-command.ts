import { connect } from 'amqplib'
import { StartupFault } from '@appointments/runtime'
import type { DeadLetter } from './broker.ts'
import { listDeadLetters, replayDeadLetters } from './rabbitmq/dead-letter-queue.ts'

/** One line, never the body or the headers: they may carry contact details. */
const lineOf = ({ message, reason, at }: DeadLetter): string =>
  [message.id, message.type, message.key, reason, at].map((field) => field.replace(/\s+/g, ' ')).join('\t')

/**
 * Lists the dead letters of a queue, or puts them back into it.
 * @param url of the broker
 * @param args `list` or `replay`
 * @returns text for the operator
 * @throws StartupFault if the arguments are anything else
 */
export async function deadLettersCommand(
  url: string,
  queue: string,
  args: readonly string[],
): Promise<string> {
  const [action] = args
  if (args.length !== 1 || (action !== 'list' && action !== 'replay'))
    throw new StartupFault('usage: dead-letters (list | replay)')
  const connection = await connect(url)
  connection.on('error', () => {})
  try {
    if (action === 'replay') return `${await replayDeadLetters(connection, queue)} replayed\n`
    return (await listDeadLetters(connection, queue)).map((letter) => `${lineOf(letter)}\n`).join('')
  } finally {
    await connection.close().catch(() => {})
  }
}
