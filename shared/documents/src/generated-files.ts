import { asyncapi, asyncapiWebhooks } from './asyncapi.ts'
import { openapi } from './openapi.ts'
import { versions } from './versions.ts'

/** The address of `npm start`; a gateway serves its documents with its own address. */
const LOCAL_URL = 'http://localhost:8080'

/** The folder of generated documents. */
export const documentsFolder = new URL('../../../docs/api/', import.meta.url)

/** The documents in the repository, by file name. */
export const generatedFiles = (): Record<string, string> => ({
  ...Object.fromEntries(
    versions.map((version) => [`openapi-${version}.json`, written(openapi(version, LOCAL_URL))]),
  ),
  'asyncapi.json': written(asyncapi()),
  'asyncapi-webhooks.json': written(asyncapiWebhooks()),
})

const written = (document: object) => `${JSON.stringify(document, null, 2)}\n`
