import { phoneIn } from '@appointments/contracts'
import type { AskService } from '../proxy/ask-service.ts'
import { Unanswered } from '../proxy/unanswered.ts'

/**
 * A phone number in E.164; one without a country code is completed by the service that knows the application, and is
 * undefined if the application has no such number.
 * @throws Unanswered
 */
export const completePhone =
  (ask: AskService) =>
  async (applicationId: string, phone: string): Promise<string | undefined> => {
    const international = phoneIn(phone)
    if (international !== undefined) return international
    const { status, answer } = await ask('completePhone', { applicationId, phone })
    // an older release has no such operation, and knows no region either
    if (status !== 200 && status !== 404)
      throw new Unanswered(false, new Error(`the appointments service responded with ${status}`))
    return answer?.phone
  }
export type CompletePhone = ReturnType<typeof completePhone>
