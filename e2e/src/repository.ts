import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of this repository, with its source and built programs. */
export const REPOSITORY = path.resolve(fileURLToPath(new URL('../..', import.meta.url)))
