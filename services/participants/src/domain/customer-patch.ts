import type { AppointmentsEvent, CustomerRecord } from '@appointments/contracts'

/** A customer with the appointment version that last wrote each of its fields. */
export interface StoredCustomer {
  record: CustomerRecord
  fieldVersions: Record<string, number>
}

export type CustomerPatch = NonNullable<AppointmentsEvent<'APUpdatedEvent'>['data']['customer']>

const textFields = ['email', 'phone', 'username', 'firstName', 'lastName'] as const
const versionKey = (key: string) => `metadata/${key}`

/**
 * Details of a customer after a change, field by field: the change of the highest appointment version stands, so
 * changes may arrive in any order and more than once. Metadata merges by key, and null removes a key.
 */
export function patched(stored: StoredCustomer, patch: CustomerPatch, version: number): StoredCustomer {
  const { metadata, ...text } = patchedText(stored, patch, version)
  return patchedMetadata({ record: { ...text.record, ...(metadata && { metadata }) }, fieldVersions: text.fieldVersions }, patch, version)
}
