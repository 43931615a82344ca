import { applications } from '../repositories/applications.ts'
import type { Deps } from './deps.ts'

interface Asked {
  applicationId: string
  /** The organization of the client, if it has one. */
  organizationId?: string | undefined
}

/**
 * How many one-time passwords a client may request per hour for an application, and whether the application belongs to
 * another organization; empty for an unknown application.
 */
export const readOtpAllowance =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ applicationId, organizationId }: Asked): Promise<{ perHour?: number; isForeign?: boolean }> => {
    const application = await applications.find(pool, applicationId)
    if (!application) return {}
    const isForeign = organizationId !== undefined && organizationId !== application.organizationId
    return { perHour: application.otpPerHour, ...(isForeign && { isForeign }) }
  }
