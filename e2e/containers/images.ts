import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ServiceName } from '@appointments/contracts'

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds the image of a service from this tree.
 * @returns its name
 * @throws Error with what Docker printed
 */
export async function buildImage(service: ServiceName): Promise<string> {
  const image = `appointments/${service}:e2e`
  const args = [
    'build',
    '--file',
    'deploy/Dockerfile',
    '--build-arg',
    `SERVICE=${service}`,
    '--tag',
    image,
    '.',
  ]
  await run('docker', args, {
    cwd: repository,
    env: { ...process.env, DOCKER_BUILDKIT: '1' },
    maxBuffer: 64 * 1024 * 1024,
  })
  return image
}
