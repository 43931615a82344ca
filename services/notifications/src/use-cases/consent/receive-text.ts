import { optOutOf } from '../../domain/consent/opt-out-words.ts'
import { senderFor } from '../../messages/text.ts'
import { applications } from '../../repositories/applications.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'

/** An SMS sent to one of our senders. */
export interface IncomingText {
  from: string
  to: string
  /** Sid of the number's messaging service, if any. */
  service: string | undefined
  body: string
  /** How the provider classified it, if it did. */
  type: string | undefined
}

const APPLICATIONS = 500

/**
 * Handles a reply to an SMS. As at the provider, STOP suppresses the number for every application that uses the
 * sender, and START removes this suppression. Any other text is ignored.
 */
export const receiveText =
  (deps: Deps) =>
  async ({ from, to, service, body, type }: IncomingText): Promise<void> => {
    const { transaction, installation, fingerprint, newId, clock } = deps
    const requested = optOutOf(body, type)
    if (!requested) return
    const address = { channel: 'SMS', recipient: fingerprint(from), reason: 'STOP' } as const
    // an application without a sender has sent nothing
    const senders: readonly (string | undefined)[] = service === undefined ? [to] : [to, service]
    await transaction(async (tx) => {
      let after: string | undefined
      do {
        const known = await applications.listAfter(tx, after, APPLICATIONS)
        const ids = known.filter((one) => senders.includes(senderFor(one, installation))).map(({ id }) => id)
        if (requested === 'START') suppressions.lift(tx, ids, address)
        else
          await suppressions.addAll(
            tx,
            ids.map((applicationId) => ({
              ...address,
              id: `sup_${newId()}`,
              applicationId,
              createdAt: clock.now(),
            })),
          )
        after = known.length === APPLICATIONS ? known.at(-1)?.id : undefined
      } while (after !== undefined)
    })
  }
