import { optOutOf } from '../../domain/consent/opt-out-words.ts'
import { senderFor } from '../../messages/text.ts'
import { applications } from '../../repositories/applications.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'

/** An SMS somebody sent to one of our senders. */
export interface IncomingText {
  from: string
  to: string
  /** Sid of the messaging service the number belongs to, where it does. */
  service: string | undefined
  body: string
  /** What the provider took it for, where it says so. */
  type: string | undefined
}

const APPLICATIONS = 500

/**
 * Takes in an answer to an SMS. STOP keeps every application that sends through that sender from the number, as the
 * provider does; START lifts that. Everything else is for nobody.
 */
export const receiveText =
  (deps: Deps) =>
  async ({ from, to, service, body, type }: IncomingText): Promise<void> => {
    const { transaction, installation, fingerprint, newId, clock } = deps
    const asked = optOutOf(body, type)
    if (!asked) return
    const address = { channel: 'SMS', recipient: fingerprint(from), reason: 'STOP' } as const
    const senders = [to, service]
    await transaction(async (tx) => {
      let after: string | undefined
      do {
        const known = await applications.listAfter(tx, after, APPLICATIONS)
        const ids = known.filter((one) => senders.includes(senderFor(one, installation))).map(({ id }) => id)
        if (asked === 'START') suppressions.lift(tx, ids, address)
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
