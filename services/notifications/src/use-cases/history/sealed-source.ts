import type { CustomerRecord } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { erasedBy, keptSourceOf, type KeptSource } from '../../domain/history/kept-source.ts'
import type { Notification } from '../../domain/notification.ts'
import type { AppointmentCopy } from '../../repositories/plan/appointments.ts'
import { erasures, type Remains } from '../../repositories/history/erasures.ts'
import type { Deps } from '../deps.ts'

export type EraseDeps = Pick<Deps, 'viewer' | 'clock' | 'forgetResponses' | 'sourceSeal'>

export async function sealUnfinished(
  tx: Tx,
  { clock, sourceSeal }: EraseDeps,
  known: AppointmentCopy,
  contacts: readonly CustomerRecord[],
  recipientKey?: string,
): Promise<void> {
  const unfinished = await erasures.unfinished(tx, known.whole.appointment.id, recipientKey)
  const remains = unfinished.flatMap((notification): Remains[] => {
    const { id, sealedSource } = notification
    if (sealedSource !== null) return [{ id, sealedSource }]
    const source = keptSourceOf(notification, known, contacts)
    return source ? [{ id, sealedSource: sealed(sourceSeal, id, source) }] : []
  })
  erasures.seal(tx, remains, erasedBy(clock.now()))
}

const sealed = (seal: Deps['sourceSeal'], id: string, source: KeptSource): string =>
  seal.seal(JSON.stringify(source), id)

/**
 * The source kept when the appointment or the recipient of a notification was erased; undefined if neither was erased.
 */
export function keptSource(
  { sourceSeal }: Pick<Deps, 'sourceSeal'>,
  { id, sealedSource }: Notification,
): KeptSource | undefined {
  return sealedSource === null ? undefined : (JSON.parse(sourceSeal.open(sealedSource, id)) as KeptSource)
}

/** Passes a kept source on to the notification that replaces another. */
export function passOn(
  tx: Tx,
  { clock, sourceSeal }: Pick<Deps, 'clock' | 'sourceSeal'>,
  source: KeptSource,
  { id, standsInFor }: { id: string; standsInFor: string },
): void {
  const context = { ...source.context, standsInFor }
  const sealedSource = sealed(sourceSeal, id, { ...source, context })
  erasures.seal(tx, [{ id, sealedSource }], erasedBy(clock.now()), standsInFor)
}
