import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ServiceName } from '@appointments/contracts'
import { REPOSITORY } from '../../src/repository.ts'

const run = promisify(execFile)

/**
 * Builds the image of a service from this tree, on the base image of the Dockerfile unless `E2E_NODE_IMAGE`
 * names another.
 * @returns the name of the image
 * @throws Error with the output of Docker
 */
export async function buildImage(service: ServiceName): Promise<string> {
  const image = `appointments/${service}:e2e`
  const base = process.env.E2E_NODE_IMAGE
  const args = [
    'build',
    '--file',
    'deploy/Dockerfile',
    '--build-arg',
    `SERVICE=${service}`,
    ...(base === undefined ? [] : ['--build-arg', `NODE_IMAGE=${base}`]),
    '--tag',
    image,
    '.',
  ]
  await run('docker', args, {
    cwd: REPOSITORY,
    env: { ...process.env, DOCKER_BUILDKIT: '1' },
    maxBuffer: 64 * 1024 * 1024,
  })
  return image
}
