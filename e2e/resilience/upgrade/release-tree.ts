import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from '../../src/repository.ts'
import { servicesIn } from './services-in.ts'

const run = promisify(execFile)

/**
 * The folder of an earlier commit with its packages and built services, made once and kept for later runs.
 * @returns undefined if the clone does not have the commit
 * @throws Error with the output of npm
 */
export async function releaseTree(commit: string): Promise<string | undefined> {
  const tree = path.join(tmpdir(), `appointments-${commit}`)
  if (existsSync(tree)) return tree
  const isHere = run('git', ['cat-file', '-e', `${commit}^{tree}`], { cwd: REPOSITORY })
  if (!(await isHere.then(() => true).catch(() => false))) return undefined

  const unfinished = `${tree}.${process.pid}`
  await mkdir(unfinished)
  try {
    await run('git', ['archive', '--output', `${unfinished}/tree.tar`, commit], { cwd: REPOSITORY })
    await run('tar', ['--extract', '--file', 'tree.tar'], { cwd: unfinished })
    const npm = (...args: string[]) => run('npm', args, { cwd: unfinished, maxBuffer: 16 * 1024 * 1024 })
    const workspaces = servicesIn(unfinished).flatMap((service) => ['--workspace', `services/${service}`])
    // installs only the packages that the services load, a fraction of those of the repository
    await npm('ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', ...workspaces)
    // the bundler of this tree builds both
    await symlink(
      path.join(REPOSITORY, 'node_modules/esbuild'),
      path.join(unfinished, 'node_modules/esbuild'),
    )
    await npm('run', 'build', ...workspaces)
    await rename(unfinished, tree)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return tree
}
