import { asyncapi, asyncapiWebhooks } from './asyncapi.ts'
import { openapi } from './openapi.ts'

/** Where `npm start` serves the API; a gateway serves its documents with its own address. */
const LOCAL_URL = 'http://localhost:8080'

/** Where generated documents are kept. */
export const documentsFolder = new URL('../../../docs/api/', import.meta.url)

/** The documents kept in the repository, by file name. */
export const generatedFiles = (): Record<string, string> => ({
  'openapi-v1.json': written(openapi('v1', LOCAL_URL)),
  'openapi-v2.json': written(openapi('v2', LOCAL_URL)),
  'asyncapi.json': written(asyncapi()),
  'asyncapi-webhooks.json': written(asyncapiWebhooks()),
})

const written = (document: object) => `${JSON.stringify(document, null, 2)}\n`
