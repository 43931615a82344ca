import { createRequire } from 'node:module'
import path from 'node:path'

/* Files are found by package, since a bundled program is not where its source is. */

const ownPackage = createRequire(import.meta.url).resolve('@appointments/gateway-service/package.json')
const ownFolder = path.join(path.dirname(ownPackage), 'src/documents/page')
const swaggerFolder = path.dirname(createRequire(ownPackage).resolve('swagger-ui-dist/package.json'))

/** Files of the page below /docs, by name, and the folder each is in. */
export const pageFiles: ReadonlyMap<string, string> = new Map([
  ['page.css', ownFolder],
  ['page.js', ownFolder],
  ['swagger-ui.css', swaggerFolder],
  ['swagger-ui-bundle.js', swaggerFolder],
  ['favicon-32x32.png', swaggerFolder],
])

/** The page itself. */
export const page = { name: 'index.html', folder: ownFolder }
