import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { startEmbeddedPostgres, stopAbandonedServer } from '@appointments/embedded-postgres'
import { freePort } from './free-port.ts'

export const isRoot = process.getuid?.() === 0

/** A folder for one test; removed after the test, together with a server in it. */
export async function aFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(parent, 'embedded-test-'))
  onTestFinished(async () => {
    await stopAbandonedServer(path.join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

let template: Promise<string> | undefined

/** The directory of a stopped server for one test: a copy, because creating a cluster takes seconds. */
export async function aCluster(): Promise<string> {
  const source = await (template ??= createTemplate())
  const directory = path.join(await aFolder(), 'postgres')
  // -a preserves the owners, because the server does not run as root
  execFileSync('cp', ['-a', source, directory])
  return directory
}

async function createTemplate(): Promise<string> {
  const directory = path.join(await mkdtemp(path.join(tmpdir(), 'embedded-template-')), 'postgres')
  const postgres = await startEmbeddedPostgres({ directory, freePort, durable: false })
  await postgres.stop()
  return directory
}

/** For the end of the tests that use {@link aCluster}. */
export async function removeTemplate(): Promise<void> {
  if (template) await rm(path.dirname(await template), { recursive: true, force: true })
}

/** A folder in root's home, which only root can enter. */
export const aFolderOfRoot = () => aFolder(homedir())

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Runs keeper.ts as a separate process and returns the lines that it prints. */
export function keeper(
  directory: string,
  task: 'write' | 'leave',
  account: { uid?: number; gid?: number } = {},
) {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(import.meta.dirname, 'keeper.ts'), directory, task],
    { stdio: ['ignore', 'pipe', 'inherit'], ...account },
  )
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return { child, exited, lines: createInterface({ input: child.stdout! })[Symbol.asyncIterator]() }
}
