import { problem, type Routing, type RoutingDefaults, type RoutingRequest } from '@appointments/contracts'

/**
 * Routing with channel mode and target filled in: from the request, else from the application's defaults.
 * @param pointer JSON pointer of the routing in the request
 * @throws Problem ROUTING_INCOMPLETE if neither names a deployment or touchpoint
 */
export function completeRouting(
  request: RoutingRequest,
  defaults: RoutingDefaults,
  pointer = '/routing',
): Routing {
  const incomplete = (property: string) =>
    problem('ROUTING_INCOMPLETE', {
      errors: [
        {
          pointer: `${pointer}/properties/${property}`,
          code: 'ROUTING_INCOMPLETE',
          message: 'is neither in the request nor a default of the application',
        },
      ],
    })
  if (request.type === 'VENDORA_CLOUD_FLOW') {
    const deploymentId = request.properties.deploymentId ?? defaults.VENDORA_CLOUD_FLOW?.deploymentId
    if (deploymentId === undefined) throw incomplete('deploymentId')
    return {
      type: request.type,
      properties: { deploymentId, chatMode: request.properties.chatMode ?? 'vendora-cloud' },
    }
  }
  const touchpointId = request.properties.touchpointId ?? defaults.VENDORB_DIGITAL_CONNECT?.touchpointId
  if (touchpointId === undefined) throw incomplete('touchpointId')
  return {
    type: request.type,
    properties: { touchpointId, chatMode: request.properties.chatMode ?? 'vendorb-digital-connect' },
  }
}
