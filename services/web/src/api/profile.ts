import type { Brand } from '../ui/brand.ts'
import { send } from './send.ts'
import { settings } from './settings.ts'

/** Pages wait no longer than this for a profile. */
const PATIENCE_MS = 3000

/** The public data of an application. */
export interface Profile extends Brand {
  address?: string
  /** Languages of the application, the default one first. */
  locales?: string[]
  timezone?: string
  booking?: {
    enabled: boolean
    codeBy?: ('EMAIL' | 'SMS')[]
    /** Who may hold a time without a token: no one, visitors with a verified code, or anyone. */
    holds?: 'OFF' | 'OTP' | 'OPEN'
  }
}

/** The profile of an application; its defaults if it has none. @throws ApiError 404 in older releases */
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
