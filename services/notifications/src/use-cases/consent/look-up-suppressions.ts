import type { SuppressionLookUp } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Suppression } from '../../domain/consent/suppression.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication, type OfApplication } from '../require-own-application.ts'
import { wholeAddress } from './whole-address.ts'

/**
 * The suppressions of an address.
 * @throws Problem APPLICATION_NOT_FOUND, VALIDATION_FAILED
 */
export const lookUpSuppressions =
  ({ transaction, fingerprint }: Pick<Deps, 'transaction' | 'fingerprint'>) =>
  ({
    caller,
    applicationId,
    wanted,
  }: OfApplication & { wanted: SuppressionLookUp }): Promise<Keyed<Suppression[]>> =>
    transaction(async (tx) => {
      await requireOwnApplication(tx, caller, applicationId)
      const address = await wholeAddress(tx, applicationId, wanted)
      return suppressions.of(tx, { applicationId, channel: wanted.channel, recipient: fingerprint(address) })
    })
