import { z } from 'zod'
import type { CreateDocumentOptions, ZodOpenApiOverrideContext } from 'zod-openapi'

/** Where a default of a request waits to be said in words. */
export const DEFAULT = 'x-default'

/** How zod schemas are written down in every document. */
export const schemaOptions = {
  // the inner schema of a custom one is empty before its own metadata is applied
  allowEmptySchema: { custom: true },
  override: tidy,
} satisfies CreateDocumentOptions

function tidy({ zodSchema, jsonSchema, io }: ZodOpenApiOverrideContext): void {
  nameFields(jsonSchema)
  // the bounds of a double say nothing to a reader; whole numbers are 64 bits wide in the contract
  if (jsonSchema.type === 'integer' && jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
    delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    jsonSchema.format = 'int64'
  }
  // zod checks the text of a query parameter before it reads a number from it
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern
  // every JSON object has text as keys
  const names = jsonSchema.propertyNames
  if (typeof names === 'object' && JSON.stringify(names) === '{"type":"string"}')
    delete jsonSchema.propertyNames
  // an answer may gain fields, so a reader has to accept unknown ones
  if (io === 'output' && jsonSchema.properties && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties
  if (io === 'input' && jsonSchema.type === 'integer') jsonSchema.format ??= 'int32'
  // a generated client would require a field that has a default; with-field-texts says the default in words
  if (io === 'input' && 'default' in jsonSchema) {
    jsonSchema[DEFAULT] = jsonSchema.default
    delete jsonSchema.default
  }
  // zod leaves examples out where the parsed value differs from what is sent
  const examples = z.globalRegistry.get(zodSchema)?.examples
  if (io === 'input' && Array.isArray(examples)) jsonSchema.examples ??= examples
}

/** Lists the fields of a record whose names are known: generated clients check names of fields, and no pattern of names. */
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
