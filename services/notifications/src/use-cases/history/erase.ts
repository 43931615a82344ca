import type { CustomerRecord } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { erasedBy, keptSourceOf, type KeptSource } from '../../domain/history/kept-source.ts'
import type { Notification } from '../../domain/notification.ts'
import { appointments, type KnownAppointment } from '../../repositories/plan/appointments.ts'
import { erasures, type Remains } from '../../repositories/history/erasures.ts'
import type { Deps } from '../deps.ts'

type EraseDeps = Pick<Deps, 'viewer' | 'clock' | 'forgetAnswers' | 'sourceSeal'>

/**
 * Erases a removed appointment at once. Only messages that say it is over, and webhooks, live on, each with its own
 * sealed part, until they are through.
 * @param known the appointment; absent if nothing but its id ever arrived
 */
export async function eraseAppointment(
  tx: Tx,
  deps: EraseDeps,
  id: string,
  known?: { appointment: KnownAppointment; contacts: readonly CustomerRecord[] },
): Promise<void> {
  const now = deps.clock.now()
  if (known) await sealUnfinished(tx, deps, known.appointment, known.contacts)
  await deps.viewer?.takeOver(tx, id)
  erasures.eraseAppointment(tx, id)
  deps.forgetAnswers(tx, id)
  appointments.markErased(tx, id, now)
}

/** Erases a customer who was removed from an appointment; the message that says so keeps a sealed part. */
export async function eraseCustomer(
  tx: Tx,
  deps: EraseDeps,
  known: KnownAppointment,
  { contacts, participantId }: { contacts: readonly CustomerRecord[]; participantId: string },
): Promise<void> {
  await sealUnfinished(tx, deps, known, contacts, participantId)
  await deps.viewer?.takeOver(tx, known.whole.appointment.id, participantId)
  erasures.eraseCustomer(tx, known.whole.appointment.id, participantId)
}

async function sealUnfinished(
  tx: Tx,
  { clock, sourceSeal }: EraseDeps,
  known: KnownAppointment,
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

/** What a notification kept when its appointment or its recipient was erased; undefined if neither was. */
export function keptSource(
  { sourceSeal }: Pick<Deps, 'sourceSeal'>,
  { id, sealedSource }: Notification,
): KeptSource | undefined {
  return sealedSource === null ? undefined : (JSON.parse(sourceSeal.open(sealedSource, id)) as KeptSource)
}

/** Hands what a notification kept to another one that takes its place. */
export function passOn(
  tx: Tx,
  { clock, sourceSeal }: Pick<Deps, 'clock' | 'sourceSeal'>,
  source: KeptSource,
  { id, standsInFor }: { id: string; standsInFor: string },
): void {
  const context = { ...source.context, standsInFor }
  const sealedSource = sealed(sourceSeal, id, { ...source, context })
  erasures.seal(tx, [{ id, sealedSource }], erasedBy(clock.now()))
}

const BATCH = 50

/** Purges the dead letters about erased appointments; they carry what was erased. True if more wait. */
export const purgeDeadLetters =
  ({ pool, broker }: Pick<Deps, 'pool' | 'broker'>) =>
  async (): Promise<boolean> => {
    const erased = await appointments.toPurge(pool, BATCH)
    for (const id of erased) {
      await broker.purgeDeadLetters('notifications', id)
      await appointments.markPurged(pool, id)
    }
    return erased.length === BATCH
  }

const OVERDUE_BATCH = 200

/**
 * Erases what must not wait any longer: appointments that a release before this one removed and left for later, and
 * messages that did not get through in time. True if more wait.
 */
export const eraseOverdue = (deps: Deps) => async (): Promise<boolean> => {
  const { pool, transaction, clock } = deps
  for (const id of await appointments.removedAndKept(pool)) {
    await transaction(async (tx) => {
      appointments.lock(tx, id)
      const appointment = await appointments.find(tx, id)
      const contacts = await appointments.findContacts(tx, id)
      await eraseAppointment(tx, deps, id, appointment && { appointment, contacts })
    })
  }
  return (await erasures.endOverdue(pool, clock.now(), OVERDUE_BATCH)) === OVERDUE_BATCH
}
