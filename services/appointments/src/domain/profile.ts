import type { Application, Presentation, Profile } from '@appointments/contracts'

/** The public part of an application: the texts and languages of its pages, and whether visitors can book. */
export function profileOf(
  { notifications, defaultLocale, defaultTimezone }: Application,
  { brand, booking }: Presentation,
): Profile {
  const { logo, name = notifications.from?.emailName, ...texts } = brand
  return {
    ...texts,
    ...(name !== undefined && { name }),
    ...(logo && { logoUrl: logo.path }),
    locales: [
      ...new Set([
        notifications.defaultLocale ?? defaultLocale ?? 'en',
        ...(notifications.supportedLocales ?? []),
      ]),
    ],
    timezone: defaultTimezone ?? 'UTC',
    booking,
  }
}
