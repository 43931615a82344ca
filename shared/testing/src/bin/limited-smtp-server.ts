import { startLimitedSmtpServer } from '../smtp/start-limited-smtp-server.ts'
import { runFake, wantedPort } from './run-fake.ts'

const smtp = await startLimitedSmtpServer({
  port: wantedPort(),
  perSecond: Number(process.env['SMTP_PER_SECOND'] ?? 100),
})
await runFake(smtp, { 'GET /arrivals': smtp.arrivals, 'DELETE /arrivals': smtp.clear })
