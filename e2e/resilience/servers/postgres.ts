import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '@appointments/testing/free-port'
import { ownServer, type OwnServer } from '@appointments/testing'

const run = promisify(execFile)
const PACKAGES = '/usr/lib/postgresql'

/** A separate PostgreSQL of the harness; `url` bypasses the proxy. */
export interface OwnPostgres extends OwnServer {
  url: string
}

/**
 * Makes a cluster in a folder with the programs of this machine. Its data survives a kill of the server, not
 * of the machine.
 * @throws Error if PostgreSQL is not installed
 */
export async function createPostgres(folder: string): Promise<OwnPostgres> {
  const bin = binaries()
  const account = await serverAccount()
  const data = path.join(folder, 'postgres')
  mkdirSync(data, { mode: 0o700 })
  if (account) chownSync(data, account.uid, account.gid)
  const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  await run(path.join(bin, 'initdb'), [`--pgdata=${data}`, ...flags], { cwd: '/', ...account })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
    full_page_writes: 'off',
  }
  const server = ownServer({
    port,
    command: path.join(bin, 'postgres'),
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    account,
    logFile: path.join(folder, 'postgres.log'),
    stopSignal: 'SIGINT',
    async probe() {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
      await client.connect()
      await client.end()
    },
  })
  return { ...server, url }
}

function binaries(): string {
  const [newest] = readdirSync(PACKAGES).sort((a, b) => Number(b) - Number(a))
  if (newest === undefined) throw new Error(`no PostgreSQL in ${PACKAGES}`)
  return path.join(PACKAGES, newest, 'bin')
}

/** PostgreSQL does not run as root, so the account of its package is used then. */
async function serverAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}
