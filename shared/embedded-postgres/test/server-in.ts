import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The process id of the server that runs in a folder. */
export const serverIn = async (directory: string) =>
  Number.parseInt(await readFile(path.join(directory, 'data', 'postmaster.pid'), 'utf8'), 10)
