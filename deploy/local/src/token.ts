import { demoTenant } from './demo-tenant.ts'
import { localSecrets } from './local-secrets.ts'
import { localToken, tokenSubject } from './local-token.ts'
import { readLikeServices } from './read-like-services.ts'

readLikeServices()

try {
  const { organization } = demoTenant()
  const subject = { organization, ...tokenSubject(process.argv.slice(2)) }
  process.stdout.write(`${localToken(localSecrets().JWT_SECRET, subject)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
