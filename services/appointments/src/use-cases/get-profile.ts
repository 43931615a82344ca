import { problem, type Profile } from '@appointments/contracts'
import { profileOf } from '../domain/profile.ts'
import { applications } from '../repositories/applications.ts'
import { presentations } from '../repositories/presentations.ts'
import type { Deps } from './deps.ts'

/**
 * Reads what anyone may know about an application. An application without a presentation is like an unknown one.
 * @throws Problem PROFILE_NOT_FOUND
 */
export const getProfile =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ id }: { id: string }): Promise<Profile> => {
    const [application, presentation] = await Promise.all([
      applications.read(pool, id),
      presentations.find(pool, id),
    ])
    if (!application || presentation.version === 0) throw problem('PROFILE_NOT_FOUND')
    return profileOf(application, presentation)
  }
