import type { AppointmentsEvent, CustomerRecord } from '@appointments/contracts'

/** A customer with the appointment version that last wrote each of its fields. */
export interface StoredCustomer {
  record: CustomerRecord
  fieldVersions: Record<string, number>
}

export type CustomerPatch = NonNullable<AppointmentsEvent<'APUpdatedEvent'>['data']['customer']>

const textFields = ['email', 'phone', 'username', 'firstName', 'lastName'] as const
const metadataVersionKey = (key: string) => `metadata/${key}`

/**
 * Details of a customer after a change, field by field: the change of the highest appointment version stands, so
 * changes may arrive in any order and more than once. Metadata merges by key, and null removes a key.
 */
export function patched(stored: StoredCustomer, patch: CustomerPatch, version: number): StoredCustomer {
  const { metadata: _, ...text } = stored.record
  const versions = new Map(Object.entries(stored.fieldVersions))
  const record = patchedText(text, versions, patch, version)
  const metadata = patchedMetadata(stored.record.metadata ?? {}, versions, patch, version)
  return {
    record: { ...record, ...(Object.keys(metadata).length > 0 && { metadata }) },
    fieldVersions: Object.fromEntries(versions),
  }
}

type Versions = Map<string, number>

function patchedText(record: CustomerRecord, versions: Versions, patch: CustomerPatch, version: number) {
  const fields = new Map(Object.entries(record))
  const written: string[] = []
  for (const field of textFields) {
    const cleared = patch.clear.includes(field)
    if (!cleared && patch[field] === undefined) continue
    if (version <= (versions.get(field) ?? 0)) continue
    versions.set(field, version)
    written.push(field)
    if (cleared) fields.delete(field)
    else fields.set(field, patch[field])
  }
  return provedBy(written, Object.fromEntries(fields) as CustomerRecord)
}

/** Staff who write an address vouch for it, whether or not it is the same. */
function provedBy(written: readonly string[], { unproved = [], ...record }: CustomerRecord): CustomerRecord {
  const left = unproved.filter((field) => !written.includes(field))
  return left.length === 0 ? record : { ...record, unproved: left }
}

function patchedMetadata(
  stored: Record<string, unknown>,
  versions: Versions,
  patch: CustomerPatch,
  version: number,
) {
  const metadata = new Map(Object.entries(stored))
  const versionOf = (key: string) => versions.get(metadataVersionKey(key)) ?? 0
  if (patch.clear.includes('metadata') && version > (versions.get('metadata') ?? 0)) {
    for (const key of [...metadata.keys()]) if (versionOf(key) < version) metadata.delete(key)
    // the clearing stands for every key that was written before it
    for (const [name, at] of [...versions])
      if (name.startsWith(metadataVersionKey('')) && at < version) versions.delete(name)
    versions.set('metadata', version)
  }
  const clearedAt = versions.get('metadata') ?? 0
  for (const [key, value] of Object.entries(patch.metadata ?? {})) {
    // one change may clear everything and set anew; a clearing that came later wins over both
    if (version <= versionOf(key) || version < clearedAt) continue
    versions.set(metadataVersionKey(key), version)
    if (value === null) metadata.delete(key)
    else metadata.set(key, value)
  }
  return Object.fromEntries(metadata)
}
