import { execFileSync } from 'node:child_process'
import { chown, readdir, stat, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startEmbeddedPostgres } from '@appointments/embedded-postgres'
import { freePort } from './free-port.ts'
import { aCluster, aFolder, aFolderOfRoot, isRoot, keeper, query, removeTemplate } from './keeping.ts'
import { serverIn } from './server-in.ts'

afterAll(removeTemplate)

async function start(directory: string, durable = false) {
  const postgres = await startEmbeddedPostgres({ directory, freePort, durable })
  onTestFinished(() => postgres.stop())
  return postgres
}

describe('the embedded PostgreSQL', () => {
  it('starts in a folder that does not exist yet and runs queries', async () => {
    const postgres = await start(path.join(await aFolder(), 'deep', 'postgres'))
    expect(await query(postgres.url('postgres'), "SELECT upper('äö€') AS text")).toEqual([{ text: 'ÄÖ€' }])
  })

  it.each([true, false])('keeps its data between starts (durable: %s)', async (durable) => {
    const directory = await aCluster()
    const first = await start(directory, durable)
    await first.createDatabase('keeps')
    await query(first.url('keeps'), 'CREATE TABLE things AS SELECT 7 AS id')
    await first.stop()
    const second = await start(directory, durable)
    expect(await query(second.url('keeps'), 'SELECT id FROM things')).toEqual([{ id: 7 }])
  })

  it('leaves an existing database unchanged', async () => {
    const postgres = await start(await aCluster())
    await Promise.all(['Odd "name"', 'Odd "name"', 'other'].map(postgres.createDatabase))
    await query(postgres.url('Odd "name"'), 'CREATE TABLE things AS SELECT 7 AS id')
    await postgres.createDatabase('Odd "name"')
    expect(await query(postgres.url('Odd "name"'), 'SELECT id FROM things')).toEqual([{ id: 7 }])
  })

  it('requires the password, which only the owner can read', async () => {
    const directory = await aCluster()
    const postgres = await start(directory)
    const url = new URL(postgres.url('postgres'))
    url.password = ''
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow()
    url.password = 'postgres'
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    expect((await stat(path.join(directory, 'password'))).mode & 0o777).toBe(0o600)
    expect((await stat(path.join(directory, 'data'))).mode & 0o777).toBe(0o700)
  })

  it('listens on the loopback interface only', async () => {
    const postgres = await start(await aCluster())
    const shown = await query(
      postgres.url('postgres'),
      "SELECT current_setting('listen_addresses') AS tcp, current_setting('unix_socket_directories') AS sockets",
    )
    expect(shown).toEqual([{ tcp: '127.0.0.1', sockets: '' }])
    const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
    for (const { address } of interfaces.filter(({ internal, family }) => !internal && family === 'IPv4')) {
      const url = new URL(postgres.url('postgres'))
      url.hostname = address
      await expect(query(url.href, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
    }
  })

  it('is safe against power cuts unless durable is false', async () => {
    const settings = "SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages"
    const durable = await start(await aCluster(), true)
    expect(await query(durable.url('postgres'), settings)).toEqual([{ fsync: 'on', pages: 'on' }])
    const throwaway = await start(await aCluster(), false)
    expect(await query(throwaway.url('postgres'), settings)).toEqual([{ fsync: 'off', pages: 'off' }])
  })

  it('runs several servers side by side', async () => {
    const servers = await Promise.all([1, 2, 3].map(async () => start(await aCluster())))
    const ports = servers.map(({ url }) => new URL(url('postgres')).port)
    expect(new Set(ports).size).toBe(3)
  })

  it("rejects with PostgreSQL's message if the server does not start", async () => {
    const directory = await aCluster()
    await (await start(directory)).stop()
    await writeFile(path.join(directory, 'data', 'PG_VERSION'), '9\n')
    await expect(start(directory)).rejects.toThrow('incompatible')
  })
})

describe('after a process was killed', () => {
  it('keeps every row that was committed', async () => {
    const directory = await aCluster()
    const { child, exited, lines } = keeper(directory, 'write')
    let last = 0
    while (last < 200) last = Number((await lines.next()).value) || 0
    const orphan = await serverIn(directory)
    child.kill('SIGKILL')
    await exited
    for (let line = await lines.next(); line.done !== true; line = await lines.next())
      last = Number(line.value)

    const postgres = await start(directory, true)
    expect(await serverIn(directory)).not.toBe(orphan)
    const [row] = (await query(
      postgres.url('postgres'),
      'SELECT count(*)::int AS rows, max(number) AS highest FROM numbers',
    )) as { rows: number; highest: number }[]
    expect(row!.rows).toBe(row!.highest)
    // the row in flight may be present too: its response was lost, not its commit
    expect([last, last + 1]).toContain(row!.highest)
  })

  it('starts after an earlier process was killed during the creation of the cluster', async () => {
    const directory = path.join(await aFolder(), 'postgres')
    const { child, exited } = keeper(directory, 'write')
    await vi.waitUntil(
      async () => (await readdir(directory).catch(() => [])).some((name) => name.startsWith('unfinished')),
      { timeout: 15_000, interval: 5 },
    )
    child.kill('SIGKILL')
    await exited
    const postgres = await start(directory)
    expect(await query(postgres.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('ignores a process id that is stale, foreign or invalid', async () => {
    const directory = await aCluster()
    await (await start(directory)).stop()
    const gone = keeper(directory, 'leave')
    await gone.exited
    // without the cleanup, PostgreSQL would not start on living process ids and on invalid ones
    for (const pid of [gone.child.pid, process.pid, 1, '', 'nonsense']) {
      await writeFile(path.join(directory, 'data', 'postmaster.pid'), `${pid}\n${directory}/data\n1\n5432\n`)
      await (await start(directory)).stop()
    }
  })

  it('rejects a folder that a living process uses, and leaves that process alone', async () => {
    const directory = await aCluster()
    const { child, lines } = keeper(directory, 'write')
    while ((await lines.next()).value !== '10');
    await expect(startEmbeddedPostgres({ directory, freePort })).rejects.toThrow(
      `in use by process ${child.pid}`,
    )
    while ((await lines.next()).value !== '20');
  })

  it('stops the server of a process that exits without stopping it', async () => {
    const directory = await aCluster()
    const { exited, lines } = keeper(directory, 'leave')
    const server = Number(String((await lines.next()).value).replace('server ', ''))
    expect(server).toBeGreaterThan(1)
    expect(await exited).toEqual([0, null])
    await vi.waitFor(() => expect(() => process.kill(server, 0)).toThrow('ESRCH'), { timeout: 10_000 })
  })
})

describe.runIf(isRoot)('for root', () => {
  it('works in a folder that only root can enter', async () => {
    const folder = await aFolderOfRoot()
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const directory = path.join(folder, 'postgres')
    const first = await start(directory, true)
    await first.createDatabase('keeps')
    await query(
      first.url('keeps'),
      'CREATE TABLE things AS SELECT generate_series(1, 20000) AS id; CHECKPOINT',
    )
    await first.stop()
    const second = await start(directory, true)
    expect(await query(second.url('keeps'), 'SELECT count(*)::int FROM things')).toEqual([{ count: 20_000 }])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('works for another user too', async () => {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
    const nobody = { uid: id('-u'), gid: id('-g') }
    const folder = await aFolder()
    await chown(folder, nobody.uid, nobody.gid)
    const { lines } = keeper(path.join(folder, 'postgres'), 'write', nobody)
    while ((await lines.next()).value !== '10');
    expect((await stat(path.join(folder, 'postgres', 'data'))).uid).toBe(nobody.uid)
  })
})
