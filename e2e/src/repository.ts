import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where this source and its built programs are. */
export const REPOSITORY = path.resolve(fileURLToPath(new URL('../..', import.meta.url)))
