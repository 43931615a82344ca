import type { Appointment } from '../api/appointment.ts'
import type { Profile } from '../api/profile.ts'
import type { Session } from '../api/session.ts'
import { useLanguage } from '../text/words.ts'
import { showBrand } from '../ui/brand.ts'

/** Shows the page of an appointment in its company's frame and in the visitor's language. */
export async function showCompany(session: Session, appointment: Appointment): Promise<Profile> {
  const profile = await session.profile(appointment)
  await useLanguage({ appointment: appointment.locale, application: profile.locales })
  showBrand(profile)
  return profile
}
