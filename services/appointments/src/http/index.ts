import { serveV1 } from './v1.ts'
import { serveV2 } from './v2.ts'

/** The versions of the API that this service serves, newest first. */
export const versions = {
  v2: serveV2,
  v1: serveV1,
}
