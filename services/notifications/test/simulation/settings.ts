import type { Application, NotificationChannel } from '@appointments/contracts'
import { anApplication } from '../builders.ts'
import type { Random } from './random.ts'

const OFFSETS = [
  'P1D',
  'PT24H',
  'P7D',
  'PT1H',
  'PT30M',
  'P1DT2H',
  'PT36H',
  'P2D',
  'PT15M',
  'PT5M',
  'P0.5D',
  'P3DT90M',
]
const NIGHTS = [
  ['21:00', '08:00'],
  ['22:30', '06:15'],
  ['00:00', '05:00'],
  ['01:30', '02:30'],
  ['02:15', '02:45'],
  ['13:00', '14:30'],
  ['20:00', '10:00'],
] as const
const CHANNELS: NotificationChannel[] = ['EMAIL', 'SMS', 'WEBHOOKS']

type Settings = Application['notifications']

/** Random notification settings. */
export function someSettings(random: Random, zones: readonly string[]): Settings {
  return {
    active: random.in(0.97),
    ...(random.in(0.7) && { schedules: someSchedules(random) }),
    ...(random.in(0.6) && { quietHours: someQuietHours(random) }),
    ...(random.in(0.5) && { defaultTimezone: random.one(zones) }),
    types: {
      ...(random.in(0.2) && { CREATE: { channels: random.some(CHANNELS, 0.6) } }),
      ...(random.in(0.2) && { REMINDER: { channels: random.some(CHANNELS, 0.7) } }),
      ...(random.in(0.3) && { FOLLOW_UP: { channels: random.some(CHANNELS, 0.7) } }),
      ...(random.in(0.2) && { CANCELLED: { bypassQuietHours: true } }),
    },
  }
}

const someSchedules = (random: Random): NonNullable<Settings['schedules']> =>
  Array.from({ length: random.whole(0, 4) }, () => {
    const type = random.weighted({ REMINDER: 6, ROOM: 1, FOLLOW_UP: 1 })
    return {
      type,
      offset: random.one(OFFSETS),
      channels: random.some(CHANNELS, 0.6),
      ...(random.in(0.2) && { misfire: 'SKIP' as const }),
      ...(type === 'REMINDER' &&
        random.in(0.3) && { minLead: random.one(['PT0S', 'PT5M', 'PT30M', 'PT3H']) }),
    }
  })

function someQuietHours(random: Random): NonNullable<Settings['quietHours']> {
  const [start, end] = random.one(NIGHTS)
  return {
    enabled: true,
    start,
    end,
    zone: random.one(['APPOINTMENT', 'APPLICATION']),
    channels: random.some(CHANNELS, 0.6),
    whenDeadline: random.one(['PULL_FORWARD', 'PULL_FORWARD', 'SEND_ANYWAY', 'SKIP']),
  }
}

/** An application with random settings. */
export const someApplication = (id: string, random: Random, zones: readonly string[]): Application =>
  anApplication(someSettings(random, zones), { id })

/** The same application with new settings. */
export const changedApplication = (
  application: Application,
  random: Random,
  zones: readonly string[],
): Application => ({
  ...application,
  version: application.version + 1,
  notifications: { ...someSettings(random, zones), active: random.in(0.9) },
})
