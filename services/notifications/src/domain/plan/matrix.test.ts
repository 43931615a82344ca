import { expect, it } from 'vitest'
import { unconfigured, type NotificationSettings } from '@appointments/contracts'
import { channelsFor, isEnabled, schedulesFor } from './matrix.ts'

const settings = (notifications: Partial<NotificationSettings> = {}) => ({
  ...unconfigured('app'),
  notifications: { active: true, ...notifications },
})
const plan = (notifications: Partial<NotificationSettings> = {}) =>
  schedulesFor(settings(notifications)).map(
    ({ type, offset, channels }) => `${type} ${offset} ${channels.join('+')}`,
  )

it('reminds by mail a day before and by SMS an hour before', () => {
  expect(plan()).toEqual(['REMINDER PT24H EMAIL', 'REMINDER PT1H SMS'])
})

it('plans the channels of the type', () => {
  expect(plan({ types: { REMINDER: { channels: ['WEBHOOKS'] } } })).toEqual(['REMINDER PT24H WEBHOOKS'])
  expect(plan({ types: { FOLLOW_UP: { channels: ['EMAIL'] } } })).toContain('FOLLOW_UP PT2H EMAIL')
})

it('uses the application’s list, if it has one, as the whole plan', () => {
  expect(plan({ schedules: [] })).toEqual([])
  const schedules = [{ type: 'ROOM' as const, offset: 'PT5M', channels: ['EMAIL' as const, 'SMS' as const] }]
  expect(plan({ schedules })).toEqual(['ROOM PT5M EMAIL+SMS'])
  expect(plan({ schedules, types: { ROOM: { channels: ['SMS'] } } })).toEqual(['ROOM PT5M SMS'])
})

it('reports the channels of a type and whether one is enabled', () => {
  expect(channelsFor(settings(), 'CREATE')).toEqual(['EMAIL', 'WEBHOOKS'])
  expect(isEnabled(settings(), 'CREATE', 'SMS')).toBe(false)
  expect(isEnabled(settings(), 'REMINDER', 'SMS')).toBe(true)
  expect(isEnabled(settings({ active: false }), 'CREATE', 'EMAIL')).toBe(false)
})
