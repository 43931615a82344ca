import { problem, type Profile } from '@appointments/contracts'
import { noProfile, profileOf } from '../domain/profile.ts'
import { applications } from '../repositories/applications.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'
import { presentations } from '../repositories/presentations.ts'
import type { Deps } from './deps.ts'

interface Wanted {
  id: string
  /** Whether an application without a profile gets the defaults. */
  hasFallback: boolean
}

/**
 * Reads what anyone may know about an application. An application without a presentation counts as unknown.
 * @throws Problem PROFILE_NOT_FOUND
 */
export const getProfile =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ id, hasFallback }: Wanted): Promise<Profile> => {
    const [application, presentation, settings] = await Promise.all([
      applications.read(pool, id),
      presentations.find(pool, id),
      availabilitySettings.find(pool, id),
    ])
    if (application && presentation.version > 0) return profileOf(application, presentation, settings)
    if (hasFallback) return noProfile
    throw problem('PROFILE_NOT_FOUND')
  }
