import { phoneIn, type CompletedPhone } from '@appointments/contracts'
import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/** Completes a phone number without a country code, using the default region of an application. */
export const completePhone =
  ({ pool }: Deps) =>
  async ({ applicationId, phone }: { applicationId: string; phone: string }): Promise<CompletedPhone> => {
    const region = (await applications.find(pool, applicationId))?.defaultRegion
    if (region === undefined) return {}
    const complete = phoneIn(phone, region)
    return { region, ...(complete !== undefined && { phone: complete }) }
  }
