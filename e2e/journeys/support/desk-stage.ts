import { startIssuer, type Person } from '@appointments/testing/issuer'
import type { How } from '../../src/start-services.ts'
import { openWindow, type Visitor } from './visitor.ts'
import { openCalendar, startPagesStage } from './pages-stage.ts'

const person = (id: string, name: string, role: string, roles: readonly string[]): Person => ({
  id,
  name,
  role,
  claims: { roles },
})

/** People who work at the desk. */
const people = [
  person('anna', 'Anna', 'Agent', ['ROLE_AGENT']),
  person('ben', 'Ben', 'Agent', ['ROLE_AGENT']),
  person('max', 'Max Weber', 'Supervisor', ['ROLE_SUPERVISOR', 'ROLE_AGENT']),
]

/** Starts a system with a desk, its issuer, and a calendar of two agents. @param how how the services run */
export async function startDeskStage(how?: How) {
  const issuer = await startIssuer({ people })
  const stage = await startPagesStage(
    { ...how?.env, JWT_ISSUERS: JSON.stringify([{ issuer: issuer.url, jwksUrl: issuer.jwksUrl }]) },
    { DESK_ISSUER: issuer.url },
    how,
  )
  await openCalendar(stage, 'bank')
  // the timeline shows the names of people in the directory
  await stage.put('agents/max', { displayName: 'Max Weber', timezone: 'Europe/Berlin' })
  return {
    ...stage,
    issuer,
    desk: `${stage.system.gatewayUrl}/desk`,
    async close() {
      await stage.close()
      await issuer.stop()
    },
  }
}
export type DeskStage = Awaited<ReturnType<typeof startDeskStage>>

/** Opens the desk at an address in a browser of its own, and signs in by keyboard. @param name of one of the people */
export async function signIn(stage: DeskStage, name: string, path = ''): Promise<Visitor> {
  const visitor = await openWindow(stage)
  await visitor.page.goto(stage.desk + path)
  await visitor.sees('Sign in to the desk')
  await visitor.press('Sign in')
  await visitor.sees('Sign in as')
  await visitor.press(new RegExp(`^${name} `))
  return visitor
}
