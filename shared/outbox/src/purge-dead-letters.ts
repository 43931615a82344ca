import type { Broker } from '@appointments/broker'
import type { ServiceName } from '@appointments/contracts'

const BATCH = 500

interface Purge<Removed> {
  broker: Pick<Broker, 'purgeDeadLetters'>
  /** The service whose dead letters are purged. */
  queue: ServiceName
  /** Reads removed subjects that are not marked as purged. */
  find: (limit: number) => Promise<Removed[]>
  /** The key of the events about a subject. */
  keyOf: (removed: Removed) => string
  /** Whether a message with this body is about a subject; if absent, every message with the key of the subject is. */
  isAbout?: (removed: Removed) => (body: unknown) => boolean
  /** Marks a subject as purged. */
  mark: (removed: Removed) => Promise<unknown>
}

/** A job that purges dead letters about removed subjects, which may contain personal data; true if more may wait. */
export const purgeDeadLetters =
  <Removed>({ broker, queue, find, keyOf, isAbout, mark }: Purge<Removed>) =>
  async (): Promise<boolean> => {
    const removed = await find(BATCH)
    if (removed.length === 0) return false
    const byKey = new Map<string, Removed[]>()
    for (const one of removed) byKey.set(keyOf(one), [...(byKey.get(keyOf(one)) ?? []), one])
    // together, because each purge reads every dead letter of the queue
    await broker.purgeDeadLetters(queue, (key, body) =>
      (byKey.get(key) ?? []).some((one) => isAbout?.(one)(body) ?? true),
    )
    for (const one of removed) await mark(one)
    return removed.length === BATCH
  }
