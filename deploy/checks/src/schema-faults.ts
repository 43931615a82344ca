import { z } from 'zod'
import type { Manifest } from './manifests.ts'
import { models } from './models.ts'
import { rabbitmqCluster } from './rabbitmq-cluster.ts'
import { triggerAuthentication } from './trigger-authentication.ts'

/** Schemas of kinds that no package describes completely. */
const ownSchemas: Partial<Record<string, z.ZodType>> = {
  RabbitmqCluster: rabbitmqCluster,
  TriggerAuthentication: triggerAuthentication,
}

/**
 * Validates an object against the schema of its kind and rejects unknown fields. The packages' checks ignore unknown
 * fields without reading them, so a field that a check does not read is unknown.
 * @returns one line for each fault
 */
export function schemaFaults(manifest: Manifest): string[] {
  const name = `${manifest.kind} ${manifest.metadata.name}`
  const own = ownSchemas[manifest.kind]
  if (own) {
    const { error } = own.safeParse(manifest)
    return error ? [`${name}: ${z.prettifyError(error)}`] : []
  }
  if (!(manifest.kind in models)) return [`${name}: a kind without a schema`]
  const Model = models[manifest.kind as keyof typeof models] as unknown as new (from: object) => {
    validate: () => void
  }
  if ((Model as unknown as { apiVersion: string }).apiVersion !== manifest.apiVersion)
    return [`${name}: ${manifest.apiVersion} is not the version there is a schema of`]
  const object = new Model(manifest)
  const watched = watch(object)
  const faults: string[] = []
  try {
    object.validate.call(watched.proxy)
  } catch (error) {
    faults.push(`${name}: ${(error as Error).message}`)
  }
  return [...faults, ...watched.overlooked().map((path) => `${name}: unknown field ${path}`)]
}

/** A proxy of an object that records which of its fields, at any depth, were read. */
function watch(root: object) {
  const askedOf = new Map<object, { proxy: object; fields: Set<string> }>()
  const watched = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const known = askedOf.get(value)
    if (known) return known.proxy
    const fields = new Set<string>()
    const proxy = new Proxy(value, {
      get(target, field) {
        if (typeof field === 'string') fields.add(field)
        return watched(Reflect.get(target, field))
      },
    })
    askedOf.set(value, { proxy, fields })
    return proxy
  }
  const overlookedIn = (value: unknown, path: string): string[] => {
    const asked = typeof value === 'object' && value !== null ? askedOf.get(value)?.fields : undefined
    // a value without any read field has no schema: a quantity, or settings of another program
    if (!asked || asked.size === 0) return []
    return Object.entries(value as object).flatMap(([field, inner]) =>
      Array.isArray(value) || asked.has(field)
        ? overlookedIn(inner, `${path}/${field}`)
        : [`${path}/${field}`],
    )
  }
  return { proxy: watched(root) as object, overlooked: () => overlookedIn(root, '') }
}
