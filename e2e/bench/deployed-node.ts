import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { deployedMajor as major } from './settings.ts'

const run = promisify(execFile)

/**
 * Runs this program again with the major version of Node that the images contain, unless it has that version already.
 * Another version has other costs: with Node 24 the system serves about a fifth more requests than with Node 20.
 * @returns the exit status of the other run; undefined if this one has the version
 * @throws Error if the version cannot be installed
 */
export async function runWithDeployedNode(): Promise<number | undefined> {
  if (major === undefined) throw new Error('deploy/Dockerfile names no version of Node')
  if (process.versions.node.startsWith(`${major}.`)) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'deployed-node-'))
  try {
    const child = spawn(await install(major, folder), [...process.execArgv, ...process.argv.slice(1)], {
      stdio: 'inherit',
    })
    process.once('exit', () => child.kill())
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
    const [status] = (await once(child, 'exit')) as [number | null]
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Installs a version of Node with npm. Returns the path of its program. */
async function install(major: string, folder: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${major}`])
  } catch (error) {
    throw new Error(`the images run Node ${major}, which npm could not install; run with Node ${major}`, {
      cause: error,
    })
  }
  return path.join(folder, 'node_modules', name, 'bin/node')
}
