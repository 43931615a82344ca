export { asyncapi, asyncapiWebhooks } from './asyncapi.ts'
export { weeksToMove, withDatesMoved } from './examples-ahead.ts'
export { openapi, type OpenApiDocument } from './openapi.ts'
export { versions, type Version } from './versions.ts'
