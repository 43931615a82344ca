import { z } from 'zod'
import type { CreateDocumentOptions, ZodOpenApiOverrideContext } from 'zod-openapi'

/** How zod schemas are written down in every document. */
export const schemaOptions = {
  // the inner schema of a custom one is empty before its own metadata is applied
  allowEmptySchema: { custom: true },
  override: tidy,
} satisfies CreateDocumentOptions

function tidy({ zodSchema, jsonSchema, io }: ZodOpenApiOverrideContext): void {
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
  // zod leaves examples out where the parsed value differs from what is sent
  const examples = z.globalRegistry.get(zodSchema)?.examples
  if (io === 'input' && Array.isArray(examples)) jsonSchema.examples ??= examples
}
