import { setTimeout as pause } from 'node:timers/promises'
import { client } from '../src/client.ts'
import { startServices } from '../src/start-services.ts'
import { pgbench } from './measure.ts'
import { schedule } from './operations.ts'
import { pgbenchScript, recordStatements } from './recorded-statements.ts'
import { owners } from '../src/service-names.ts'
import { benchDatabases, clients } from './settings.ts'
import { token } from './stage.ts'

const BACKGROUND = /FOR UPDATE SKIP LOCKED|check_at <=|^SELECT 1$/
/** Time until the background work after a booking has been written. */
const FOLLOWED_MS = 1500
const databaseOf = (url: string) => new URL(url).pathname.slice(1)

/** The statements of one booking, which pgbench can repeat. */
export interface Recording {
  statements: number
  /** Bookings per second that PostgreSQL alone could store, with the three databases one after the other. */
  bookingsPerSecond: (seconds: number) => Promise<number>
}

/** Records the statements that services send to their databases for one booking. */
export async function recordBooking(): Promise<Recording> {
  const backends = await benchDatabases()
  const { databases } = backends
  const system = await startServices({ as: 'functions', backends })
  try {
    const call = client(system.gatewayUrl, token())
    // the first booking creates the application; the second costs as much as every later one
    await call('POST', '/api/v2/appointments', schedule())
    await pause(FOLLOWED_MS)
    const all = await recordStatements(async () => {
      await call('POST', '/api/v2/appointments', schedule())
      await pause(FOLLOWED_MS / 5)
    })
    const statements = all.filter(({ text }) => !BACKGROUND.test(text))
    return {
      statements: statements.length,
      async bookingsPerSecond(seconds) {
        let secondsEach = 0
        for (const name of owners) {
          const script = pgbenchScript(
            statements.filter(({ database }) => database === databaseOf(databases[name])),
          )
          secondsEach += 1 / (await pgbench(databases[name], script, clients, seconds))
        }
        return 1 / secondsEach
      },
    }
  } finally {
    // closes everything even if a step fails; an open connection would break when the databases are dropped
    await system.close()
  }
}
