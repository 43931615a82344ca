import {
  defaultPresentation,
  type Application,
  type AvailabilitySettings,
  type Presentation,
  type Profile,
} from '@appointments/contracts'

const DEFAULT_LOCALE = 'en'
const DEFAULT_ZONE = 'UTC'

/** The profile of an application that has none. It does not show whether the application exists. */
export const noProfile: Profile = {
  locales: [DEFAULT_LOCALE],
  timezone: DEFAULT_ZONE,
  booking: { ...defaultPresentation.booking, holds: 'OFF' },
}

/** The public part of an application: the texts and languages of its pages, and whether visitors can book. */
export function profileOf(
  { notifications, defaultLocale, defaultTimezone, overlapPolicy }: Application,
  { brand, booking }: Presentation,
  { publicHolds }: Pick<AvailabilitySettings, 'publicHolds'>,
): Profile {
  const { logo, name = notifications.from?.emailName, ...texts } = brand
  return {
    ...texts,
    ...(name !== undefined && { name }),
    ...(logo && { logoUrl: logo.path }),
    locales: [
      ...new Set([
        notifications.defaultLocale ?? defaultLocale ?? DEFAULT_LOCALE,
        ...(notifications.supportedLocales ?? []),
      ]),
    ],
    timezone: defaultTimezone ?? DEFAULT_ZONE,
    // a hold proves nothing if appointments may overlap
    booking: { ...booking, holds: overlapPolicy === 'REJECT' ? publicHolds : 'OFF' },
  }
}
