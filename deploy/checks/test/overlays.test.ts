import { describe, expect, it } from 'vitest'
import { config as appointments } from '@appointments/appointments-service'
import { config as availability } from '@appointments/availability-service'
import { readGatewayConfig } from '@appointments/gateway-service'
import { config as notifications } from '@appointments/notifications-service'
import { config as participants } from '@appointments/participants-service'
import { readConfig } from '@appointments/runtime'
import { config as web } from '@appointments/web-service'
import { environmentOf } from '../src/environment.ts'
import { ofKind, overlays } from '../src/manifests.ts'
import { checked, isSkipped, rendered } from '../src/rendered.ts'

describe.skipIf(isSkipped)('the applied objects', () => {
  describe.each(overlays)('of the overlay %s', (overlay) => {
    it('include a deployment of each service', () => {
      expect(ofKind(rendered[overlay], 'Deployment').map(({ metadata }) => metadata.name)).toEqual(
        expect.arrayContaining([
          'appointments',
          'availability',
          'gateway',
          'notifications',
          'participants',
          'web',
        ]),
      )
    })
    it.each(Object.entries(checked))('satisfy the policy %s', (_name, policy) => {
      expect(policy(rendered[overlay])).toEqual([])
    })
  })

  it('of the overlay production let streams and waiting requests stay open', () => {
    const rules = ofKind(rendered.production, 'HTTPRoute')
      .flatMap(({ spec }) => spec.rules ?? [])
      .filter(({ backendRefs = [] }) => backendRefs.length > 0)
    expect(rules.map(({ timeouts }) => timeouts?.request)).toEqual(['0s'])
  })

  it.each(['appointments', 'notifications'])(
    'of the overlay production let the %s service read the sender of SMS',
    (service) => {
      expect(Object.keys(environmentOf(rendered.production, service))).toContain('SMS_FROM')
    },
  )

  it.each([
    ['availability', (env: Record<string, string>) => readConfig(availability, env)],
    ['appointments', (env: Record<string, string>) => readConfig(appointments, env)],
    ['participants', (env: Record<string, string>) => readConfig(participants, env)],
    ['notifications', (env: Record<string, string>) => readConfig(notifications, env)],
    ['web', (env: Record<string, string>) => readConfig(web, env)],
    ['gateway', readGatewayConfig],
  ])('of the overlay local configure the %s service so that it starts', (service, read) => {
    const config = read(environmentOf(rendered.local, service))
    // the availability service makes no links
    expect('PUBLIC_URL' in config ? config.PUBLIC_URL : undefined).toBe(
      service === 'availability' ? undefined : 'http://localhost:8080',
    )
  })
})
