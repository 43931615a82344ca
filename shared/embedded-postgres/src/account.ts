import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The operating system account that the server runs under. */
export interface Account {
  uid: number
  gid: number
}

const CANDIDATES = ['postgres', 'nobody', 'daemon']

/**
 * The account to switch to, or undefined if the server can run as the current user: PostgreSQL does not run as root.
 * Existing data keeps its owner; otherwise an existing account is used, because this package must not add accounts
 * to the machine.
 */
export function serverAccount(data: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(data, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of CANDIDATES) {
    const account = accountNamed(name)
    if (account !== undefined) return account
  }
  throw new Error(
    `PostgreSQL cannot run as root, and this machine has none of the accounts ${CANDIDATES.join(', ')}`,
  )
}

function accountNamed(name: string): Account | undefined {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    const account = { uid: id('-u'), gid: id('-g') }
    return account.uid > 0 && account.uid < 2 ** 31 && account.gid < 2 ** 31 ? account : undefined
  } catch {
    return undefined
  }
}
