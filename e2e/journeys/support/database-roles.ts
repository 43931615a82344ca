import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * Two users of a database: the service uses one while the password of the other changes. Objects they create
 * belong to a role that both assume.
 * @param url of the database, for a user who may create roles
 */
export async function twoUsersOf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const owner = `rotation_${randomBytes(4).toString('hex')}`
  const users = [`${owner}_a`, `${owner}_b`] as const
  const database = client.escapeIdentifier(new URL(url).pathname.slice(1))
  await client.query(`CREATE ROLE ${owner}; ALTER DATABASE ${database} OWNER TO ${owner}`)
  for (const user of users)
    await client.query(
      `CREATE ROLE ${user} LOGIN PASSWORD '${user}' IN ROLE ${owner}; ALTER ROLE ${user} SET role = ${owner}`,
    )
  const urlOf = (user: string) => {
    const address = new URL(url)
    address.username = address.password = user
    return address.href
  }
  return {
    first: urlOf(users[0]),
    second: urlOf(users[1]),
    withdrawFirst: () => client.query(`ALTER ROLE ${users[0]} NOLOGIN`),
    /** Whether the second user has connections. */
    async secondIsUsed(): Promise<boolean> {
      const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE usename = $1', [users[1]])
      return rowCount !== 0
    },
    /** Removes the users; the objects they created pass to the user of the connection. */
    async drop() {
      await client.query(
        `ALTER DATABASE ${database} OWNER TO CURRENT_USER; REASSIGN OWNED BY ${owner} TO CURRENT_USER`,
      )
      for (const role of [...users, owner]) await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
      await client.end()
    },
  }
}
