import { constants, setPriority } from 'node:os'

const { PRIORITY_HIGH, PRIORITY_NORMAL } = constants.priority

let running = 0

/**
 * Runs work of the load generator with a higher priority than the system. The generator stands for clients on other
 * machines: if it had to wait for a processor, requests would leave late, and the delay would count as the system's.
 */
export async function withPriority<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!mayRaisePriority()) return work()
  setPriority(PRIORITY_HIGH)
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    // child processes would inherit the priority
    if (running === 0) setPriority(PRIORITY_NORMAL)
  }
}

/** The sentence of a report about the priority of the load generator. */
export const priorityNote = (): string =>
  mayRaisePriority()
    ? 'The load generator comes first on the processors, as if it ran on another machine.'
    : 'The load generator waits for a processor like the system, and its waits count as the system’s; run as root to give it priority.'

const mayRaisePriority = () => process.getuid?.() === 0
