import { limits, type AppointmentsEvent, type CustomerRecord } from '@appointments/contracts'

/** A customer with the appointment version that last wrote each of its fields. */
export interface StoredCustomer {
  record: CustomerRecord
  fieldVersions: Record<string, number>
}

export type CustomerPatch = NonNullable<AppointmentsEvent<'APUpdatedEvent'>['data']['customer']>

const textFields = ['email', 'phone', 'username', 'firstName', 'lastName'] as const
const metadataVersionKey = (key: string) => `metadata/${key}`

/**
 * Details of a customer after a change. Each field keeps the value of the highest appointment version, so changes may
 * arrive in any order and more than once. Metadata merges by key, and null removes a key.
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

/** An address that staff write counts as proved, even if it is unchanged. */
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
    // clearing covers every key that was written before it
    for (const [name, at] of [...versions])
      if (name.startsWith(metadataVersionKey('')) && at < version) versions.delete(name)
    versions.set('metadata', version)
  }
  const clearedAt = versions.get('metadata') ?? 0
  for (const [key, value] of Object.entries(patch.metadata ?? {})) {
    // one change may clear all keys and set some; a later clearing wins over both
    if (version <= versionOf(key) || version < clearedAt) continue
    versions.set(metadataVersionKey(key), version)
    if (value === null) metadata.delete(key)
    else metadata.set(key, value)
  }
  return withinLimits(metadata, versions)
}

/**
 * Each change is within the limits of metadata, but all changes together may exceed them. If so, the keys that were
 * written longest ago are removed. The versions of removed keys are kept up to the same limits.
 */
function withinLimits(metadata: ReadonlyMap<string, unknown>, versions: Versions): Record<string, unknown> {
  const prefix = metadataVersionKey('')
  const versionOf = (key: string) => versions.get(metadataVersionKey(key)) ?? 0
  const versioned = [...versions.keys()].filter((name) => name.startsWith(prefix))
  const removed = versioned.map((name) => name.slice(prefix.length)).filter((key) => !metadata.has(key))
  const kept = newest(metadata, versionOf)
  const remembered = newest(new Map(removed.map((key) => [key, null])), versionOf)
  for (const name of versioned) {
    const key = name.slice(prefix.length)
    if (!kept.has(key) && !remembered.has(key)) versions.delete(name)
  }
  return Object.fromEntries(kept)
}

/** The newest entries that are together within the limits of metadata; of equally new ones, the last ones by key. */
function newest(
  entries: ReadonlyMap<string, unknown>,
  versionOf: (key: string) => number,
): Map<string, unknown> {
  const kept = new Map(entries)
  const oldestFirst = [...kept.keys()].sort(
    (one, other) => versionOf(one) - versionOf(other) || (one < other ? -1 : 1),
  )
  for (const key of oldestFirst) {
    const bytes = Buffer.byteLength(JSON.stringify(Object.fromEntries(kept)))
    if (kept.size <= limits.jsonKeys && bytes <= limits.jsonBytes) break
    kept.delete(key)
  }
  return kept
}
