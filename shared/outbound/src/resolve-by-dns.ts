import { promises as dns, type LookupAddress, type LookupAllOptions } from 'node:dns'

/** Resolves a name to all its addresses, like `dns.lookup`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** A lost packet is sent again once; the limit of the connection ends the wait. */
const LIMITS = { timeout: 2000, tries: 2 }
const MISSING = ['ENOTFOUND', 'ENODATA']

/**
 * Resolves public names. `dns.lookup` would block a thread for each name whose servers do not respond, and a
 * few of them delay all other look-ups of the process. A resolver blocks none. It reads neither the hosts
 * file nor search domains, which public names do not need.
 */
export const resolveByDns =
  (resolver = new dns.Resolver(LIMITS)): Resolve =>
  (hostname, _options, callback) => {
    void Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]).then((answers) => {
      const addresses = answers.flatMap((answer, at) =>
        answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at ? 6 : 4 })) : [],
      )
      callback(addresses.length > 0 ? null : failureOf(hostname, answers), addresses)
    })
  }

/** The error of `dns.lookup` for a name without addresses, or for one that cannot be resolved at the moment. */
function failureOf(hostname: string, answers: readonly PromiseSettledResult<string[]>[]): Error {
  const faults = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : [],
  )
  const isMissing = faults.every(({ code }) => MISSING.includes(code ?? ''))
  return Object.assign(new Error(`${hostname} cannot be resolved`, { cause: faults[0] }), {
    code: isMissing ? 'ENOTFOUND' : 'EAI_AGAIN',
  })
}
