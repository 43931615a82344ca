import type { SmtpFault } from '../smtp/faults.ts'
import { startSmtpServer } from '../smtp/start-smtp-server.ts'
import { runFake, wantedPort } from './run-fake.ts'

const smtp = await startSmtpServer({ port: wantedPort() })
await runFake(smtp, {
  'GET /messages': smtp.messages,
  'DELETE /messages': smtp.clear,
  'POST /script': (faults) => smtp.script(...[faults as SmtpFault].flat()),
})
