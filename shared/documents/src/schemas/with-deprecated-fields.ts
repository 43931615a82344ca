interface Schema {
  deprecated?: boolean
  properties?: Record<string, { $ref?: string }>
}

/**
 * Schemas by component, in which fields with a deprecated component are marked as deprecated too, because zod
 * omits that.
 */
export function withDeprecatedFields<Schemas extends object>(schemas: Schemas): Schemas {
  const all = schemas as Record<string, Schema>
  const isDeprecated = ({ $ref = '' }) => all[$ref.split('/').at(-1) ?? '']?.deprecated === true
  const markedFields = (fields: NonNullable<Schema['properties']>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        isDeprecated(field) ? { ...field, deprecated: true } : field,
      ]),
    )
  return Object.fromEntries(
    Object.entries(all).map(([id, schema]) => [
      id,
      schema.properties ? { ...schema, properties: markedFields(schema.properties) } : schema,
    ]),
  ) as Schemas
}
