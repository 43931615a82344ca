interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  [keyword: string]: unknown
}

/**
 * The schema with additional fields forbidden. Published documents allow them, because responses may gain fields in
 * later versions; a response of the current version has no undocumented field.
 */
export function closed(schema: Schema): Schema {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, closedWithin(keyword, value)]),
  ) as Schema
  // the keywords beside a reference only narrow it
  const isOpen = schema.properties && schema.$ref === undefined && schema.additionalProperties === undefined
  return isOpen ? { ...inner, additionalProperties: false } : inner
}

function closedWithin(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') return closedAll(value as Record<string, Schema>)
  if (['anyOf', 'oneOf'].includes(keyword)) return (value as Schema[]).map(closed)
  const isSchema = typeof value === 'object' && value !== null
  return isSchema && ['items', 'additionalProperties'].includes(keyword) ? closed(value as Schema) : value
}

/** {@link closed} for each of several schemas by name. */
export const closedAll = (schemas: Readonly<Record<string, object>>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema as Schema)]))
