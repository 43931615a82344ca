import { z } from 'zod'
import type { CreateDocumentOptions, ZodOpenApiOverrideContext } from 'zod-openapi'

/** Keyword that holds the default of a request field until its description states it. */
export const DEFAULT = 'x-default'

/** Options for converting zod schemas in every document. */
export const schemaOptions = {
  // a custom schema is empty before its metadata is applied
  allowEmptySchema: { custom: true },
  override: tidy,
} satisfies CreateDocumentOptions

function tidy({ zodSchema, jsonSchema, io }: ZodOpenApiOverrideContext): void {
  nameFields(jsonSchema)
  // the bounds of a double are irrelevant to readers; whole numbers have 64 bits in the contract
  if (jsonSchema.type === 'integer' && jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
    delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    jsonSchema.format = 'int64'
  }
  // zod checks the text of a query parameter before it parses a number
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern
  // keys of JSON objects are always text
  const names = jsonSchema.propertyNames
  if (typeof names === 'object' && JSON.stringify(names) === '{"type":"string"}')
    delete jsonSchema.propertyNames
  // a response may gain fields, so readers must accept unknown ones
  if (io === 'output' && jsonSchema.properties && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties
  if (io === 'input' && jsonSchema.type === 'integer') jsonSchema.format ??= 'int32'
  // a generated client would require a field that has a default; with-field-texts adds the default to its
  // description
  if (io === 'input' && 'default' in jsonSchema) {
    jsonSchema[DEFAULT] = jsonSchema.default
    delete jsonSchema.default
  }
  // zod omits examples if the parsed value differs from the sent one
  const examples = z.globalRegistry.get(zodSchema)?.examples
  if (io === 'input' && Array.isArray(examples)) jsonSchema.examples ??= examples
}

/**
 * Lists the fields of a record with known names, because generated clients check field names but no name
 * patterns.
 */
function nameFields(jsonSchema: ZodOpenApiOverrideContext['jsonSchema']): void {
  const { propertyNames, additionalProperties } = jsonSchema
  if (typeof propertyNames !== 'object' || !Array.isArray(propertyNames.enum)) return
  if (typeof additionalProperties !== 'object') return
  jsonSchema.properties = Object.fromEntries(
    propertyNames.enum.map((name) => [
      String(name),
      { ...additionalProperties, description: `Settings of ${String(name)}.` },
    ]),
  )
  jsonSchema.additionalProperties = false
  delete jsonSchema.propertyNames
}
