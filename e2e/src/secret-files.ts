import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Files with secrets, replaced atomically like a mounted secret. */
export function secretFiles() {
  const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
  const at = (name: string) => path.join(folder, name)
  return {
    /** Path of a file. */
    at,
    /** Writes a file and returns its path. */
    write(name: string, ...lines: string[]): string {
      const file = at(name)
      writeFileSync(`${file}.new`, lines.join('\n'))
      renameSync(`${file}.new`, file)
      return file
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
