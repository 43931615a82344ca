import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { operationsOf } from './openapi/documented-operation.ts'
import { describeOperation } from './openapi/operation.ts'
import { problemDocument } from './openapi/problem-document.ts'
import { createErrorResponses, problemExamples } from './openapi/error-responses.ts'
import { securitySchemes } from './openapi/security-schemes.ts'
import { webhookEvent, webhooks } from './openapi/webhooks.ts'
import { schemaOptions } from './schemas/schema-options.ts'
import { withDeprecatedFields } from './schemas/with-deprecated-fields.ts'
import { withFieldTexts } from './schemas/with-field-texts.ts'
import { publisher, serverAt } from './publisher.ts'
import { introduction } from './texts/introduction.ts'
import { tags } from './texts/operation-text.ts'
import { descriptionOf, type Version } from './versions.ts'

/** The parts of an OpenAPI document that this project reads. */
export type OpenApiDocument = ReturnType<typeof createDocument>

/**
 * The OpenAPI 3.1 document of one version, made from the operation tables.
 * @param publicUrl public address of the gateway
 */
export function openapi(version: Version, publicUrl: string): OpenApiDocument {
  const operations = operationsOf(version)
  const { hasWebhooks } = descriptionOf(version)
  const errorResponses = createErrorResponses()
  const paths: ZodOpenApiPathsObject = {}
  for (const documented of operations) {
    const { path, operation } = documented
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: describeOperation(documented, errorResponses),
    }
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: `Appointments API ${version}`,
        version: '1.0.0',
        description: introduction(version),
        ...publisher(publicUrl),
      },
      servers: [serverAt(publicUrl)],
      tags: usedTags(paths),
      paths,
      ...(hasWebhooks && { webhooks }),
      components: {
        schemas: { Problem: problemDocument, ...(hasWebhooks && { WebhookEvent: webhookEvent }) },
        examples: problemExamples(version, operations),
        securitySchemes,
      },
    },
    schemaOptions,
  )
  const { components } = document
  const schemas = withDeprecatedFields(withFieldTexts(components?.schemas ?? {}))
  return { ...document, components: { ...components, schemas } }
}

function usedTags(paths: ZodOpenApiPathsObject) {
  const used = new Set(
    Object.values(paths).flatMap((item) =>
      Object.values(item as Record<string, { tags?: string[] }>).flatMap(({ tags: names }) => names ?? []),
    ),
  )
  return Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
}
