import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Arrivals } from '@appointments/testing'

/** A mail server with a rate limit per second, in a separate process. */
export async function startLimitedSmtp(perSecond: number) {
  const program = new URL('../../../../shared/testing/src/bin/limited-smtp-server.ts', import.meta.url)
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(program)], {
    env: { ...process.env, SMTP_PER_SECOND: String(perSecond) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url, control } = JSON.parse(line) as { url: string; control: string }
  return {
    url,
    /** Arrival times of the mails for a domain. */
    async arrivals(domain: string): Promise<number[]> {
      const response = await fetch(`${control}/arrivals`)
      return ((await response.json()) as Arrivals)[domain] ?? []
    },
    clear: () => fetch(`${control}/arrivals`, { method: 'DELETE' }),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
export type LimitedSmtp = Awaited<ReturnType<typeof startLimitedSmtp>>
