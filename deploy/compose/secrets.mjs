// Creates the secrets that the services share, once, with values from the environment or else random ones.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'

for (const name of ['JWT_SECRET', 'INTERNAL_SECRET', 'DATA_SECRET']) {
  const file = `/secrets/${name}`
  const given = process.env[name]
  if (given || !existsSync(file)) writeFileSync(file, given || randomBytes(32).toString('base64url'))
  // the services run as another user, and no other container mounts the volume
  chmodSync(file, 0o444)
}
