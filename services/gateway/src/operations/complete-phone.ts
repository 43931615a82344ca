import { phoneFault, phoneIn, problem } from '@appointments/contracts'
import type { AskService } from '../proxy/ask-service.ts'
import { Unanswered } from '../proxy/unanswered.ts'

/**
 * A phone number in E.164; one without a country code is completed by the service that knows the application.
 * @throws Problem VALIDATION_FAILED at `/to` if the application has no such number
 * @throws Unanswered
 */
export const completePhone =
  (ask: AskService) =>
  async (applicationId: string, phone: string): Promise<string> => {
    const international = phoneIn(phone)
    if (international !== undefined) return international
    const { status, answer } = await ask('completePhone', { applicationId, phone })
    // an older release has no such operation, and knows no region either
    if (status !== 200 && status !== 404)
      throw new Unanswered(false, new Error(`the appointments service responded with ${status}`))
    if (answer?.phone !== undefined) return answer.phone
    throw problem('VALIDATION_FAILED', { errors: [phoneFault('/to', answer?.region)] })
  }
export type CompletePhone = ReturnType<typeof completePhone>
