import { expect, it } from 'vitest'
import { completeRouting } from './routing.ts'

const cloudFlow = { type: 'VENDORA_CLOUD_FLOW', properties: {} } as const
const digitalConnect = { type: 'VENDORB_DIGITAL_CONNECT', properties: {} } as const

it('uses the default target of the application if the request names none', () => {
  const defaults = {
    VENDORA_CLOUD_FLOW: { deploymentId: 'd-default' },
    VENDORB_DIGITAL_CONNECT: { touchpointId: 't-default' },
  }
  expect(completeRouting(cloudFlow, defaults).properties).toMatchObject({ deploymentId: 'd-default' })
  expect(completeRouting(digitalConnect, defaults).properties).toMatchObject({ touchpointId: 't-default' })
  const named = { ...cloudFlow, properties: { deploymentId: 'd-1' } }
  expect(completeRouting(named, defaults).properties).toMatchObject({ deploymentId: 'd-1' })
})

it.each([
  [cloudFlow, 'deploymentId'],
  [digitalConnect, 'touchpointId'],
])('rejects $0.type if neither names a target', (routing, property) => {
  expect(() => completeRouting(routing, {})).toThrow(
    expect.objectContaining({
      code: 'ROUTING_INCOMPLETE',
      detail: `routing.properties.${property} is neither in the request nor a default of the application`,
    }) as Error,
  )
})
