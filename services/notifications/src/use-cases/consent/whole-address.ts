import { phoneFault, phoneIn, problem, type SuppressionLookUp } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { applications } from '../../repositories/applications.ts'

/**
 * The address in the form used for sending: a phone number without a country code is completed with the
 * application's region, like customers' phone numbers.
 * @throws Problem VALIDATION_FAILED that names the missing part of the number
 */
export async function wholeAddress(
  sql: Sql,
  applicationId: string,
  { channel, address }: Pick<SuppressionLookUp, 'channel' | 'address'>,
): Promise<string> {
  if (channel === 'EMAIL') return address
  const region = (await applications.findKnown(sql, applicationId))?.defaultRegion
  const phone = phoneIn(address, region)
  if (phone === undefined) throw problem('VALIDATION_FAILED', { errors: [phoneFault('/address', region)] })
  return phone
}
