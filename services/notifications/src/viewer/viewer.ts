import type { Pool, Tx } from '@appointments/postgres'
import type { Clock, Log } from '@appointments/runtime'
import { devMessages } from '../repositories/dev-messages.ts'
import type { SeenMessage } from '../messages/seen-message.ts'

/** How long messages erased from the database stay visible. */
const REMEMBERED_MS = 15 * 60_000
const MOST_REMEMBERED = 200

/**
 * Shows developers the messages that were sent. One-time passwords and messages of erased appointments are kept
 * only in memory and only for a short time.
 */
export function createViewer({ pool, clock, log }: { pool: Pool; clock: Clock; log: Log }) {
  // the receiver checks a signature before the sender knows the outcome
  const notes = new Map<string, Pick<SeenMessage, 'signatureValid'>>()
  const remembered = new Map<string, SeenMessage & { expiresAt: string }>()

  const current = () => {
    const now = clock.now().toISOString()
    for (const [id, { expiresAt }] of remembered) if (expiresAt <= now) remembered.delete(id)
    return [...remembered.values()]
  }

  const remember = (message: SeenMessage, expiresAt: Date) => {
    remembered.set(message.id, { ...message, expiresAt: expiresAt.toISOString() })
    for (const id of remembered.keys()) {
      if (remembered.size <= MOST_REMEMBERED) break
      remembered.delete(id)
    }
  }

  /** Keeps an erased message in memory for a while. */
  const rememberErased = (message: SeenMessage) => {
    remember(message, new Date(clock.now().getTime() + REMEMBERED_MS))
  }

  return {
    /** Stores a copy; if that fails, the message is sent nevertheless. */
    async keep(message: SeenMessage): Promise<void> {
      const note = notes.get(message.id)
      notes.delete(message.id)
      await devMessages
        .keep(pool, { ...message, ...note })
        .catch((error: unknown) => log.warn({ err: error }, 'could not store a message for the viewer'))
    },

    /** Adds the receiver's finding to a message that is about to be stored. */
    note(id: string, note: Pick<SeenMessage, 'signatureValid'>): void {
      notes.set(id, note)
      const [oldest] = notes.keys()
      if (notes.size > MOST_REMEMBERED && oldest !== undefined) notes.delete(oldest)
    },

    /** Keeps a copy in memory until it expires. */
    remember,

    rememberErased,

    /**
     * Moves the messages of an appointment, or only those naming one participant, from the database to memory
     * before they are erased.
     */
    async takeOver(tx: Tx, appointmentId: string, participantId?: string): Promise<void> {
      const taken = await devMessages.take(tx, appointmentId, participantId)
      for (const message of taken) rememberErased(message)
    },

    /** All messages, newest first. */
    async list(): Promise<SeenMessage[]> {
      const all = [...current(), ...(await devMessages.list(pool))]
      return all.sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
    },
  }
}
export type Viewer = ReturnType<typeof createViewer>
