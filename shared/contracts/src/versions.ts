import { v2, v2Administration } from './operations/v2.ts'
import { v1 } from './v1/index.ts'

/** The versions of the API with the tables of each, newest first. */
export const versions = {
  v2: [v2, v2Administration],
  v1: [v1],
} as const
