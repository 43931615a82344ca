import { isIP } from 'node:net'
import { isBlockedAddress } from '@appointments/outbound'

/** Names that do not resolve on the internet (RFC 2606, RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|localdomain|local|internal|test|example|invalid|lan|home\.arpa)$/

/** Whether an external provider can reach a URL. Only https counts, because it proves the identity of the server. */
export function isReachableFromOutside(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:') return false
  return isIP(host) === 0 ? host.includes('.') && !PRIVATE_NAMES.test(host) : !isBlockedAddress(host)
}
