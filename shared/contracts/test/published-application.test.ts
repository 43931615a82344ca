import { describe, expect, it } from 'vitest'
import { defaultAvailabilitySettings, events, unconfigured, withoutDefaults } from '@appointments/contracts'

const actor = { role: 'ROLE_CLIENT_SERVICE' }
const read = (application: unknown) =>
  events.APApplicationChangedEvent.data.parse({ application, actor }).application

describe('an application in an event', () => {
  it('is complete after a round trip although settings at their default are omitted', () => {
    const application = { ...unconfigured('app-1', 'org-1'), allowPast: true, customerMetadata: ['branch'] }
    const published = withoutDefaults(application)
    expect(published).toEqual({
      id: 'app-1',
      organizationId: 'org-1',
      version: 1,
      allowPast: true,
      customerMetadata: ['branch'],
    })
    expect(read(published)).toEqual(application)
  })

  it('may contain settings that only a newer release knows', () => {
    const newer = { id: 'app-1', version: 2, colour: 'red', notifications: { active: true, tone: 'warm' } }
    expect(read(newer)).toEqual({ ...unconfigured('app-1'), version: 2, notifications: { active: true } })
  })

  it('may contain settings at any depth that only a newer release knows', () => {
    const settings = (more: object) => ({
      active: true,
      limits: { emailPerMinute: 10, ...more },
      quietHours: { start: '22:00', end: '07:00', ...more },
      types: { CREATE: { channels: ['EMAIL'], ...more } },
      schedules: [{ type: 'REMINDER', offset: 'P1D', channels: ['EMAIL'], ...more }],
    })
    const application = (more: object) => ({
      ...unconfigured('app-1'),
      notifications: settings(more),
      routingDefaults: more,
    })
    expect(read(application({ tone: 'warm' }))).toEqual(read(application({})))
  })

  it('may have times before and after appointments that are longer than settings may have now', () => {
    const earlier = {
      ...unconfigured('app-1'),
      customerCancelCutoff: 'P999999999D',
      noShowGrace: 'P999999999D',
      notifications: {
        active: true,
        schedules: [{ type: 'REMINDER', offset: 'P999999999D', minLead: 'P999999999D', channels: ['EMAIL'] }],
      },
    }
    expect(read(earlier)).toEqual(earlier)
    const availability = {
      ...defaultAvailabilitySettings,
      applicationId: 'app-1',
      version: 1,
      customerMoveCutoff: 'P999999999D',
    }
    const { settings } = events.APAvailabilitySettingsChangedEvent.data.parse({ settings: availability })
    expect(settings).toEqual(availability)
  })
})
