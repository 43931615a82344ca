import { v2, v2Administration } from './operations/v2.ts'
import { v1 } from './v1/index.ts'

/** The versions of the API, newest first, with their operation tables. */
export const versions = {
  v2: [v2, v2Administration],
  v1: [v1],
} as const
