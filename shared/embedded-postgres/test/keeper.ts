import pg from 'pg'
import { startEmbeddedPostgres } from '@appointments/embedded-postgres'
import { freePort } from './free-port.ts'
import { serverIn } from './server-in.ts'

/**
 * A program that owns a database server: `keeper.ts <directory> write` commits numbered rows in an endless loop and
 * prints each number after its commit; `keeper.ts <directory> leave` starts the server and exits without stopping it.
 * Both first print the process id of the server.
 */
const [, , directory = '', task] = process.argv
const postgres = await startEmbeddedPostgres({ directory, freePort, durable: task === 'write' })
console.log(`server ${await serverIn(directory)}`)

if (task === 'write') {
  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS numbers (number int PRIMARY KEY)')
  for (let number = 1; ; number += 1) {
    await client.query('INSERT INTO numbers VALUES ($1)', [number])
    console.log(number)
  }
}
