import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * A RabbitMQ address nobody else uses: a virtual host of its own where the address names none and the server is
 * this machine's. A server that only runs for these tests is used as it is.
 */
export async function ownVhost(
  url: string,
  name: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const address = new URL(url)
  const isShared = address.pathname.length <= 1 && address.hostname === '127.0.0.1' && address.port === '5672'
  if (!isShared) return { url, drop: () => Promise.resolve() }
  await run('rabbitmqctl', ['add_vhost', name])
  await run('rabbitmqctl', [
    'set_permissions',
    '-p',
    name,
    decodeURIComponent(address.username),
    '.*',
    '.*',
    '.*',
  ])
  address.pathname = `/${name}`
  return {
    url: address.href,
    async drop() {
      await run('rabbitmqctl', ['delete_vhost', name])
    },
  }
}
