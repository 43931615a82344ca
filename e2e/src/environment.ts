import { randomBytes } from 'node:crypto'
import { freshDatabase } from '@appointments/testing'
import { emptyRedis } from './redis-entries.ts'
import type { Environment } from './runner.ts'
import { owners, type Owner } from './service-names.ts'

/** What the tokens of the tests are signed with. */
export const SECRET = 'the-jwt-secret-of-the-e2e-tests-32-bytes'

/** Connection strings of the services' databases. */
export type DatabaseUrls = Record<Owner, string>

/** DatabaseUrls of a system's own, and what its services are configured with beside addresses of their own. */
export async function freshEnvironment(
  env: Environment = {},
): Promise<{ environment: Environment; databases: DatabaseUrls; drop: () => Promise<void> }> {
  const fresh = await Promise.all(owners.map((name) => freshDatabase(`e2e_${name}`)))
  const urls = fresh.map(({ url }, index) => [owners[index], url])
  const databases = Object.fromEntries(urls) as DatabaseUrls
  return {
    databases,
    environment: {
      JWT_SECRET: SECRET,
      INTERNAL_SECRET: randomBytes(32).toString('base64url'),
      DATA_SECRET: randomBytes(32).toString('base64url'),
      APPOINTMENTS_DATABASE_URL: databases.appointments,
      PARTICIPANTS_DATABASE_URL: databases.participants,
      NOTIFICATIONS_DATABASE_URL: databases.notifications,
      // images say production, which refuses the viewer and receivers on this machine
      NODE_ENV: 'development',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      // stands in for the providers a test does not bring along
      DEV_VIEWER: 'true',
      APPLICATIONS: 'open',
      TENANCY: 'optional',
      RATE_LIMIT_FACTOR: '1000',
      // a machine that runs everything at once is slow at times, which is not down
      SETTLE_LIMIT_MS: '2000',
      DATABASE_WAIT_MS: '4000',
      LOG_LEVEL: 'warn',
      ...env,
    },
    async drop() {
      await Promise.all(fresh.map((one) => one.drop()))
    },
  }
}

let emptied: Promise<void> | undefined

/** The database of a Redis server that belongs to this worker of the run; a test file begins with an empty one. */
export async function ownRedisDatabase(url: string): Promise<string> {
  const address = new URL(url)
  if (address.pathname.length > 1) return address.href
  address.pathname = `/${process.env.VITEST_POOL_ID ?? '1'}`
  await (emptied ??= emptyRedis(address.href))
  return address.href
}
