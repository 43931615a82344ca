import { localSecrets } from './local-secrets.ts'
import { localToken, tokenSubject } from './local-token.ts'

try {
  process.stdout.write(`${localToken(localSecrets().JWT_SECRET, tokenSubject(process.argv.slice(2)))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
