import { fieldText } from '../texts/fields.ts'
import { DEFAULT } from './schema-options.ts'

interface Schema {
  description?: string
  properties?: Record<string, Schema>
  [keyword: string]: unknown
}

/** Schemas by component, with a description for every field that has none. */
export const withFieldTexts = <Schemas extends object>(schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas as Record<string, Schema>).map(([id, schema]) => [
      id,
      described(schema, componentOf(id), []),
    ]),
  ) as Schemas

/** If request and response differ, the component of the response has a suffix. */
const componentOf = (id: string) => id.replace(/Output$/, '')

/** Keywords whose value is one schema, or a list of them. */
const HOLDING_SCHEMAS = new Set(['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'])

function described(schema: Schema, component: string, path: readonly string[]): Schema {
  return Object.fromEntries(
    Object.entries(withoutStrayLimit(schema)).map(([keyword, value]) => {
      if (keyword === 'properties')
        return [keyword, describedFields(value as Record<string, Schema>, component, path)]
      return [keyword, HOLDING_SCHEMAS.has(keyword) ? within(value, component, path) : value]
    }),
  )
}

/** zod repeats the limit of an object next to a reference to it; there it would forbid all fields. */
function withoutStrayLimit(schema: Schema): Schema {
  const { additionalProperties, ...rest } = schema
  return '$ref' in schema && additionalProperties === false ? rest : schema
}

const describedFields = (fields: Record<string, Schema>, component: string, path: readonly string[]) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const here = [...path, name]
      const { [DEFAULT]: byDefault, ...schema } = field
      const text = field.description ?? fieldText(component, here)
      const description = [
        ...(text === undefined ? [] : [/[.!?)]$/.test(text) ? text : `${text}.`]),
        ...(byDefault === undefined ? [] : [`Default: \`${JSON.stringify(byDefault)}\`.`]),
      ].join(' ')
      return [name, { ...described(schema, component, here), ...(description !== '' && { description }) }]
    }),
  )

function within(value: unknown, component: string, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((inner) => within(inner, component, path))
  return typeof value === 'object' && value !== null ? described(value as Schema, component, path) : value
}
