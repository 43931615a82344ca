export { asyncapi } from './asyncapi.ts'
export { openapi, type OpenApiDocument } from './openapi.ts'
export type { Version } from './openapi/documented-operation.ts'
