import { describe, expect, it } from 'vitest'
import { defaultRetention, defaultSendLimits, notificationSettings, notificationTypes } from '../src/index.ts'

const parse = (settings: unknown) => notificationSettings.safeParse(settings)
const faultsOf = (settings: unknown) =>
  (parse(settings).error?.issues ?? []).map(({ path }) => path.join('.'))

const reminder = (fields: object = {}) => ({
  type: 'REMINDER',
  offset: 'PT24H',
  channels: ['EMAIL'],
  ...fields,
})

describe('notification settings', () => {
  it('have defaults in every named part, and send nothing until they are switched on', () => {
    expect(notificationSettings.parse({})).toEqual({ active: false })
    expect(notificationSettings.parse({ quietHours: {}, limits: {}, retention: {} })).toEqual({
      active: false,
      quietHours: {
        enabled: false,
        start: '21:00',
        end: '08:00',
        zone: 'APPOINTMENT',
        channels: ['SMS'],
        whenDeadline: 'PULL_FORWARD',
      },
      limits: { emailPerMinute: 300, smsPerSecond: 1, perRecipientPerDay: 10 },
      retention: { history: 'P400D', content: 'P30D' },
    })
  })

  it('show the defaults if an application sets no limits and no retention', () => {
    expect(defaultSendLimits).toEqual({ emailPerMinute: 300, smsPerSecond: 1, perRecipientPerDay: 10 })
    expect(defaultRetention).toEqual({ history: 'P400D', content: 'P30D' })
  })

  it('accept settings of each type', () => {
    const type = {
      channels: ['EMAIL', 'SMS', 'WEBHOOKS'],
      attachCalendar: true,
      bypassQuietHours: true,
      fallback: ['SMS', 'EMAIL'],
    }
    const types = Object.fromEntries(notificationTypes.map((name) => [name, type]))
    expect(notificationSettings.parse({ types }).types).toEqual(types)
  })

  it.each([
    ['an unknown key', { sms: true }, ''],
    ['an unknown key of quiet hours', { quietHours: { from: '21:00' } }, 'quietHours'],
    ['an unknown key of limits', { limits: { perHour: 1 } }, 'limits'],
    ['an unknown key of retention', { retention: { logs: 'P1D' } }, 'retention'],
    ['an unknown key of a schedule', { schedules: [reminder({ at: '09:00' })] }, 'schedules.0'],
    ['an unknown key of a type', { types: { CREATE: { sms: true } } }, 'types.CREATE'],
    ['an unknown type', { types: { BOOKED: {} } }, 'types'],
    ['an unknown channel', { types: { CREATE: { channels: ['FAX'] } } }, 'types.CREATE.channels.0'],
    ['webhooks as a fallback', { types: { CREATE: { fallback: ['WEBHOOKS'] } } }, 'types.CREATE.fallback.0'],
    ['a schedule for an immediate type', { schedules: [reminder({ type: 'CREATE' })] }, 'schedules.0.type'],
    ['an offset in weeks', { schedules: [reminder({ offset: 'P1W' })] }, 'schedules.0.offset'],
    ['a negative offset', { schedules: [reminder({ offset: '-PT1H' })] }, 'schedules.0.offset'],
    ['an empty offset', { schedules: [reminder({ offset: 'PT' })] }, 'schedules.0.offset'],
    ['an unknown misfire', { schedules: [reminder({ misfire: 'LATER' })] }, 'schedules.0.misfire'],
    ['more than 20 schedules', { schedules: Array.from({ length: 21 }, () => reminder()) }, 'schedules'],
    ['a clock time of its own', { quietHours: { start: '9pm' } }, 'quietHours.start'],
    ['no rate', { limits: { emailPerMinute: 0 } }, 'limits.emailPerMinute'],
    ['no messages a day', { limits: { perRecipientPerDay: 0 } }, 'limits.perRecipientPerDay'],
    ['nothing kept', { retention: { content: 'PT1H' } }, 'retention.content'],
    ['history for a century', { retention: { history: 'P36500D' } }, 'retention.history'],
    ['a test mode in words', { testMode: 'yes' }, 'testMode'],
  ])('reject %s', (_, settings, place) => {
    expect(faultsOf(settings)).toEqual([place])
  })

  it('accept offsets of days, hours, minutes and seconds, with fractions', () => {
    for (const offset of ['P1D', 'PT0.5H', 'P0.5D', 'P1DT2H30M', 'PT90S'])
      expect(parse({ schedules: [reminder({ offset })] }).success).toBe(true)
    expect(parse({ schedules: Array.from({ length: 20 }, () => reminder()) }).success).toBe(true)
  })
})
