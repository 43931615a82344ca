import { createRequire } from 'node:module'
import path from 'node:path'

/* Files are located through their package, because a bundle does not lie next to its sources. */

const ownPackage = createRequire(import.meta.url).resolve('@appointments/gateway-service/package.json')
const ownFolder = path.join(path.dirname(ownPackage), 'src/documents/page')
const swaggerFolder = path.dirname(createRequire(ownPackage).resolve('swagger-ui-dist/package.json'))

/** Files served below /docs: name and folder. */
export const pageFiles: ReadonlyMap<string, string> = new Map([
  ['page.css', ownFolder],
  ['page.js', ownFolder],
  ['swagger-ui.css', swaggerFolder],
  ['swagger-ui-bundle.js', swaggerFolder],
  ['favicon-32x32.png', swaggerFolder],
])

/** The page itself. */
export const page = { name: 'index.html', folder: ownFolder }
