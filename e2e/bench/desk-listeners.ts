import { get } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Role } from '@appointments/contracts'
import { token } from './callers.ts'
import { DESK } from './desk-seed.ts'

/** People with a desk, each with a stream: supervisors follow all appointments, agents only their own. */
export const SUPERVISORS = 10
export const AGENTS = 90
/** The agent of a desk. */
export const deskAgent = (n: number) => `listener-${n % AGENTS}`

const deskSupervisor = (n: number) => `listening-supervisor-${n}`
export const isSupervisor = (desk: string) => desk.startsWith(deskSupervisor(0).slice(0, -1))

/** A change that a desk received. */
export interface ReceivedChange {
  /** The user at the desk. */
  desk: string
  appointmentId: string
  type: string
  /** Time by the monotonic clock, in milliseconds. */
  at: number
}

const STREAM = '/api/v2/changes/stream'
const CHANGE = /^data: \{"type":"(\w+)","appointmentId":"([^"]+)"/m

/**
 * Opens the streams of all desks. Resolves when all of them have begun.
 * @returns a function that closes them
 * @throws Error if a stream does not begin
 */
export async function openDesks(
  url: string,
  onChange: (change: ReceivedChange) => void,
): Promise<() => void> {
  const people: [userId: string, role: Role][] = [
    ...Array.from(
      { length: SUPERVISORS },
      (_, n) => [deskSupervisor(n), 'ROLE_SUPERVISOR'] as [string, Role],
    ),
    ...Array.from({ length: AGENTS }, (_, n) => [deskAgent(n), 'ROLE_AGENT'] as [string, Role]),
  ]
  const opened = await Promise.all(
    people.map(([desk, role]) =>
      open(url, token(desk, DESK.organizationId, [role]), (change) => onChange({ desk, ...change })),
    ),
  )
  return () => {
    for (const close of opened) close()
  }
}

function open(
  url: string,
  own: string,
  onChange: (change: Omit<ReceivedChange, 'desk'>) => void,
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const opened = get(
      `${url}${STREAM}?applicationId=${DESK.applicationId}`,
      { headers: { authorization: `Bearer ${own}` }, agent: false },
      (response) => {
        if (response.statusCode !== 200) {
          reject(new Error(`a stream has status ${response.statusCode}`))
          opened.destroy()
          return
        }
        let begun = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          const events = (begun + chunk).split('\n\n')
          begun = events.pop() ?? ''
          const at = performance.now()
          for (const event of events) {
            const [, type, appointmentId] = CHANGE.exec(event) ?? []
            if (type !== undefined && appointmentId !== undefined) onChange({ appointmentId, type, at })
          }
          // the first event has only the position at which the stream begins
          resolve(() => opened.destroy())
        })
        response.on('error', () => undefined)
      },
    )
    opened.on('error', reject)
  })
}
