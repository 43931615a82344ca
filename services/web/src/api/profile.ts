import type { Profile as PublicProfile } from '@appointments/contracts'
import { send } from './send.ts'
import { settings } from './settings.ts'

/** Pages wait no longer than this for a profile. */
const PATIENCE_MS = 3000

/** The public data of an application; empty if it could not be read. */
export type Profile = Partial<PublicProfile>

/** The profile of an application; its defaults if it has none. @throws ApiError */
export async function requireProfile(applicationId: string, init: RequestInit = {}): Promise<Profile> {
  const path = `api/v2/applications/${encodeURIComponent(applicationId)}/profile?fallback=true`
  const profile = await send<Profile>(path, { cache: 'default', ...init })
  // in the profile, the path of the logo is relative to the base address
  return { ...profile, ...(profile.logoUrl !== undefined && { logoUrl: settings.root() + profile.logoUrl }) }
}

/**
 * The profile of an application; empty if it has none, if it cannot be read, or if the application is not known, because
 * pages work without it.
 */
export const readProfile = async (applicationId: string | undefined): Promise<Profile> =>
  applicationId === undefined
    ? {}
    : requireProfile(applicationId, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((): Profile => ({}))
