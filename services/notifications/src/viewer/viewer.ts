import type { Pool, Tx } from '@appointments/postgres'
import type { Clock, Log } from '@appointments/runtime'
import { devMessages } from '../repositories/dev-messages.ts'
import type { SeenMessage } from '../messages/seen-message.ts'

/** How long what was erased from the database can still be looked at. */
const REMEMBERED_MS = 15 * 60_000
const MOST_REMEMBERED = 200

/**
 * What went out, for a developer to look at. One-time passwords and what belongs to an erased appointment live
 * in memory only, and not for long.
 */
export function createViewer({ pool, clock, log }: { pool: Pool; clock: Clock; log: Log }) {
  // what the receiver found comes before the sender knows its outcome
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

  /** Keeps a copy in memory of what belongs to somebody, or something, that is erased. */
  const rememberErased = (message: SeenMessage) => {
    remember(message, new Date(clock.now().getTime() + REMEMBERED_MS))
  }

  return {
    /** Keeps a copy; a viewer that fails never keeps a message from going out. */
    async keep(message: SeenMessage): Promise<void> {
      const note = notes.get(message.id)
      notes.delete(message.id)
      await devMessages
        .keep(pool, { ...message, ...note })
        .catch((error: unknown) => log.warn({ err: error }, 'the viewer missed a message'))
    },

    /** Adds what the receiver found to a message that is about to be kept. */
    note(id: string, note: Pick<SeenMessage, 'signatureValid'>): void {
      notes.set(id, note)
      const [oldest] = notes.keys()
      if (notes.size > MOST_REMEMBERED && oldest !== undefined) notes.delete(oldest)
    },

    /** Keeps a copy in memory until it expires. */
    remember,

    rememberErased,

    /**
     * Takes what is shown of an appointment, or only what names one of its participants, out of the database's reach,
     * before it is erased there.
     */
    async takeOver(tx: Tx, appointmentId: string, participantId?: string): Promise<void> {
      const taken = await devMessages.take(tx, appointmentId, participantId)
      for (const message of taken) rememberErased(message)
    },

    /** Everything there is to see, newest first. */
    async list(): Promise<SeenMessage[]> {
      const all = [...current(), ...(await devMessages.list(pool))]
      return all.sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
    },
  }
}
export type Viewer = ReturnType<typeof createViewer>
