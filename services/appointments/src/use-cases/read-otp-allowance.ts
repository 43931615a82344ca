import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

/** How many one-time passwords a client may request per hour for an application; empty for an unknown application. */
export const readOtpAllowance =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ applicationId }: { applicationId: string }): Promise<{ perHour?: number }> => {
    const application = await applications.find(pool, applicationId)
    return application ? { perHour: application.otpPerHour } : {}
  }
