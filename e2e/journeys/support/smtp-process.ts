import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ReceivedMail } from '@appointments/testing'

/** A real SMTP server in a separate process, which lists received mails over HTTP. */
export interface SmtpProcess {
  url: string
  messages: () => Promise<ReceivedMail[]>
  stop: () => Promise<void>
}

export async function startSmtpProcess(): Promise<SmtpProcess> {
  const program = fileURLToPath(new URL('../../../shared/testing/src/bin/smtp-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (status) => reject(new Error(`the SMTP server ended with status ${status ?? 'none'}`)))
  })
  const { url, control } = JSON.parse(line) as { url: string; control: string }
  return {
    url,
    messages: async () => (await fetch(`${control}/messages`)).json() as Promise<ReceivedMail[]>,
    async stop() {
      process.off('exit', kill)
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}
