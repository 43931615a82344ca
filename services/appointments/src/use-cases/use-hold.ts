import { problem } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { holdKeyOf, isLive, type StoredHold } from '../domain/hold.ts'
import { holdChanged } from '../events.ts'
import { holds } from '../repositories/holds.ts'
import type { Deps } from './deps.ts'

/**
 * The live hold of a request; undefined if it was released or has expired, in which case the request continues without
 * a hold.
 * @throws Problem HOLD_GONE if it has been used
 */
export async function findHold(
  { pool, clock }: Pick<Deps, 'pool' | 'clock'>,
  id: string | undefined,
): Promise<StoredHold | undefined> {
  if (id === undefined) return undefined
  const hold = await holds.find(pool, holdKeyOf(id))
  if (hold?.usedAt) throw problem('HOLD_GONE')
  return hold && isLive(hold, clock.now()) ? hold : undefined
}

/**
 * Uses a hold in the transaction of the booking, which takes its place.
 * @throws Problem HOLD_GONE if it has ended meanwhile
 */
export async function useHold(
  tx: Tx,
  { outbox }: Pick<Deps, 'outbox'>,
  { key }: StoredHold,
  now: Date,
): Promise<void> {
  const hold = await holds.lock(tx, key)
  if (!hold || !isLive(hold, now)) throw problem('HOLD_GONE')
  const used = { ...hold, version: hold.version + 1, usedAt: now }
  holds.lockAgent(tx, hold)
  holds.end(tx, used)
  outbox.append(tx, holdChanged(used, now))
}

/**
 * Runs a request whose hold has ended; it is decided like a request without a hold.
 * @throws Problem HOLD_GONE if the request is rejected because of its time
 */
export async function unlessHoldIsGone<Result>(
  isGone: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (isGone && ['SLOT_TAKEN', 'OUTSIDE_AVAILABILITY'].includes(code)) throw problem('HOLD_GONE')
    throw error
  }
}
