import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canStartRabbitmq, createRabbitmq, type OwnRabbitmq } from '@appointments/testing'
import { isUsable } from './usable.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('../../../deploy/compose/certificates.sh', import.meta.url))
const usable = isUsable('a rabbitmq-server program to start nodes with', await canStartRabbitmq())

describe.runIf(usable)('the RabbitMQ broker over TLS', { timeout: 120_000 }, () => {
  let folder: string
  let server: OwnRabbitmq
  let authority: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rabbitmq-tls-'))
    // the script writes beside itself
    await copyFile(script, path.join(folder, 'certificates.sh'))
    await run('bash', [path.join(folder, 'certificates.sh')])
    const file = (name: string) => path.join(folder, 'tls', name)
    authority = file('ca.crt')
    server = await createRabbitmq(folder, {
      authority,
      certificate: file('server.crt'),
      key: file('server.key'),
    })
    await server.start()
  }, 120_000)
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  /** Sends one message over TLS in a process that trusts these authorities beside the public ones. */
  const roundTrip = (env: NodeJS.ProcessEnv) =>
    run(
      process.execPath,
      ['--import', 'tsx', path.join(import.meta.dirname, 'round-trip.ts'), server.tlsUrl ?? '', 'tls'],
      { env: { PATH: process.env.PATH, ...env } },
    )

  it('delivers a message if the process trusts the authority [H8]', async () => {
    const { stdout } = await roundTrip({ NODE_EXTRA_CA_CERTS: authority })
    expect(stdout.trim()).toBe('delivered')
  })

  it('rejects a server whose authority is unknown [H8]', async () => {
    await expect(roundTrip({})).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/certificate/i) as unknown,
    })
  })
})
