import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The account of the operating system that the server runs under. */
export interface Account {
  uid: number
  gid: number
}

const CANDIDATES = ['postgres', 'nobody', 'daemon']

/**
 * The account to switch to, or nothing when the server can run as whoever runs this process. PostgreSQL refuses
 * to run as root. Data that exists keeps its owner; otherwise an account that the machine already has is taken,
 * because adding one to somebody's machine is not this package's business.
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
