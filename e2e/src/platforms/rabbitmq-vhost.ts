import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs `rabbitmqctl` on the host of the broker. */
export type Rabbitmqctl = (...args: string[]) => Promise<unknown>

const run = promisify(execFile)
const localRabbitmqctl: Rabbitmqctl = (...args) => run('rabbitmqctl', args)

/**
 * A RabbitMQ address for exclusive use: a new virtual host if the address names none and `rabbitmqctl` can
 * reach the server, locally or as given. A server started only for these tests is used as it is.
 */
export async function ownVhost(
  url: string,
  name: string,
  rabbitmqctl?: Rabbitmqctl,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const address = new URL(url)
  const isShared = address.pathname.length <= 1 && address.hostname === '127.0.0.1' && address.port === '5672'
  const control = rabbitmqctl ?? (isShared ? localRabbitmqctl : undefined)
  if (!control) return { url, drop: () => Promise.resolve() }
  await control('add_vhost', name)
  await control('set_permissions', '-p', name, decodeURIComponent(address.username), '.*', '.*', '.*')
  address.pathname = `/${name}`
  return {
    url: address.href,
    async drop() {
      await control('delete_vhost', name)
    },
  }
}
