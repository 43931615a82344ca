import { z } from 'zod'
import type { Manifest } from './manifests.ts'
import { models } from './models.ts'
import { rabbitmqCluster } from './rabbitmq-cluster.ts'

/**
 * Holds an object against the schema of its kind, and refuses fields the schema does not have. The packages' checks
 * pass over such fields without looking, so whatever a check does not look at is one of them.
 * @returns what is wrong, one line each
 */
export function schemaFaults(manifest: Manifest): string[] {
  const name = `${manifest.kind} ${manifest.metadata.name}`
  if (manifest.kind === 'RabbitmqCluster') {
    const { error } = rabbitmqCluster.safeParse(manifest)
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

/** An object that notes which of its fields, at any depth, somebody has asked for. */
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
    // what nobody looked into at all has no schema: a quantity, or the settings of something else
    if (!asked || asked.size === 0) return []
    return Object.entries(value as object).flatMap(([field, inner]) =>
      Array.isArray(value) || asked.has(field)
        ? overlookedIn(inner, `${path}/${field}`)
        : [`${path}/${field}`],
    )
  }
  return { proxy: watched(root) as object, overlooked: () => overlookedIn(root, '') }
}
