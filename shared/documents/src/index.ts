export { openapi, type OpenApiDocument } from './openapi.ts'
export type { Version } from './openapi/documented-operation.ts'
