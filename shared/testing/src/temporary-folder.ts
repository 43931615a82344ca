import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux keeps the files in this folder in memory. */
const IN_MEMORY = '/dev/shm'
/** Several times the peak usage of a full test run. */
const ENOUGH_BYTES = 2 * 2 ** 30

/**
 * The folder for temporary files of tests: in memory if there is plenty of room. A database is hundreds of files, and
 * on ext4 it can take half a second to create them while other tests remove theirs.
 */
export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (bavail * bsize >= ENOUGH_BYTES) return IN_MEMORY
  } catch {
    // only Linux has it
  }
  return tmpdir()
}
