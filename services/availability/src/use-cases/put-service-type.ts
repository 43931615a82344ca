import {
  rejectUnknown,
  requireMatch,
  unknownReference,
  type ServiceType,
  type ServiceTypeRequest,
  type WriteCondition,
} from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import type { Tx } from '@appointments/postgres'
import { serviceTypeChanged } from '../events.ts'
import { queues, serviceTypes } from '../repositories/directory.ts'
import type { Deps, Written } from './deps.ts'
import { requireOwnApplication, type OfApplication } from './require-own-application.ts'

interface PutServiceType extends OfApplication, WriteCondition {
  id: string
  request: ServiceTypeRequest
}

/**
 * Creates or replaces a service type.
 * @throws Problem APPLICATION_NOT_FOUND, UNKNOWN_REFERENCE, VERSION_MISMATCH, DIRECTORY_FULL
 */
export const putServiceType =
  ({ transaction, outbox, clock }: Deps) =>
  ({
    caller,
    applicationId,
    id,
    request,
    ...condition
  }: PutServiceType): Promise<Keyed<Written<ServiceType>>> =>
    transaction(
      async (tx) => {
        const { organizationId } = await requireOwnApplication(tx, { caller, applicationId })
        const current = await serviceTypes.lock(tx, applicationId, id)
        await requireQueue(tx, organizationId, request)
        requireMatch(current, condition)
        const written = { name: request.name, content: request }
        const now = clock.now()
        const entry = await serviceTypes[current ? 'update' : 'insert'](tx, applicationId, id, written, now)
        outbox.append(tx, serviceTypeChanged(entry, now))
        return { entry, isCreated: !current }
      },
      [serviceTypes.lockName(applicationId, id)],
    )

async function requireQueue(tx: Tx, organization: string, { queueId }: ServiceTypeRequest): Promise<void> {
  if (queueId === undefined) return
  const existing = await queues.existing(tx, organization, [queueId])
  if (!existing.has(queueId)) rejectUnknown([unknownReference('/queueId', 'queue')])
}
