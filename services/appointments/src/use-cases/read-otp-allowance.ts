import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/** How many one-time passwords an application lets a client ask for in an hour; nothing for an unknown one. */
export const readOtpAllowance =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ applicationId }: { applicationId: string }): Promise<{ perHour?: number }> => {
    const application = await applications.find(pool, applicationId)
    return application ? { perHour: application.otpPerHour } : {}
  }
