import { phoneIn } from '@appointments/contracts'
import type { Party } from '../capacity/turns.ts'
import type { CallService } from '../proxy/call-service.ts'
import { UpstreamFailure } from '../proxy/upstream-failure.ts'

/**
 * Converts a phone number to E.164. The appointments service completes a number without a country code, depending on
 * the application. Undefined if the number is not valid for the application.
 * @throws UpstreamFailure
 */
export const completePhone =
  (call: CallService) =>
  async (applicationId: string, phone: string, party: Party): Promise<string | undefined> => {
    const international = phoneIn(phone)
    if (international !== undefined) return international
    const { status, body } = await call('completePhone', { applicationId, phone }, party)
    if (status !== 200)
      throw new UpstreamFailure(false, new Error(`the appointments service responded with ${status}`))
    return body?.phone
  }
export type CompletePhone = ReturnType<typeof completePhone>
