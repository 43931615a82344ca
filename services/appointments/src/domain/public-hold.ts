import {
  problem,
  unauthorized,
  type Application,
  type AvailabilitySettings,
  type Caller,
  type HoldRequest,
  type ServiceType,
} from '@appointments/contracts'

/** The application with its settings and the service type of a public request; undefined if they do not exist. */
interface About {
  application?: Pick<Application, 'selfBookingFields'>
  settings?: AvailabilitySettings
  serviceType: ServiceType | undefined
}

/**
 * Checks a hold without a token. An application that does not exist looks like one that offers no public holds.
 * @throws Problem UNAUTHORIZED unless the application offers holds to this caller
 * @throws Problem VALIDATION_FAILED without a service type
 * @throws Problem SERVICE_TYPE_NOT_FOUND for one that customers cannot book
 * @throws Problem AGENT_NOT_FOUND if the request names an agent and the application does not show agents
 * @throws Problem QUEUE_NOT_FOUND if it names a queue other than that of the service type, and customers may not choose the
 *   target of their booking
 */
export function checkPublicHold(
  caller: Caller,
  request: HoldRequest & { applicationId: string },
  { application, settings, serviceType }: About,
): void {
  const isPermitted =
    settings?.publicHolds === 'OPEN' ||
    (settings?.publicHolds === 'OTP' && isVerifiedFor(caller, request.applicationId))
  if (!isPermitted) throw unauthorized('TOKEN_MISSING', 'The application offers no holds without a token.')
  if (request.serviceTypeId === undefined)
    throw problem('VALIDATION_FAILED', {
      errors: [{ pointer: '/serviceTypeId', code: 'REQUIRED', message: 'is required without a token' }],
    })
  if (serviceType?.bookableBy !== 'ANYONE') throw problem('SERVICE_TYPE_NOT_FOUND')
  const namesAgent = request.agentId !== undefined || request.preferredAgentId !== undefined
  if (namesAgent && !settings.showAgents) throw problem('AGENT_NOT_FOUND')
  const namesQueue = request.queueId !== undefined && request.queueId !== serviceType.queueId
  if (namesQueue && !application?.selfBookingFields.includes('targetAssignment'))
    throw problem('QUEUE_NOT_FOUND')
}

const isVerifiedFor = ({ oneTimePassword }: Caller, applicationId: string): boolean =>
  oneTimePassword?.applicationId === applicationId
