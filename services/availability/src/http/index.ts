import { serveV2 } from './v2.ts'

/** The versions of the API that this service serves. */
export const versions = {
  v2: serveV2,
}
