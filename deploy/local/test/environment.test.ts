import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { gatewayAddress } from '../src/local-defaults.ts'
import { readLikeServices } from '../src/read-like-services.ts'

it('reads files and ignores empty variables, as the services do', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'environment-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'secret')
  await writeFile(file, 'a secret\n')
  const env: NodeJS.ProcessEnv = {
    JWT_SECRET_FILE: file,
    REDIS_URL_FILE: file,
    DATA_SECRET_FILE: path.join(folder, 'absent'),
    DATA_DIRECTORY: '',
    PORT: '8090',
  }
  const given = { ...env }
  readLikeServices(env)
  const { DATA_DIRECTORY: _, ...kept } = given
  expect(env).toEqual({ ...kept, JWT_SECRET: 'a secret', REDIS_URL: 'a secret' })
})

it.each([
  [{}, 'http://127.0.0.1:8080'],
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://127.0.0.1:80'],
  [{ HOST: '192.168.1.5' }, 'http://192.168.1.5:8080'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
])('names the address of a gateway with %j', (env, address) => {
  expect(gatewayAddress(env)).toBe(address)
})
