import { domainToASCII } from 'node:url'

// RFC 5321 (atoms and quoted strings), extended by the characters that RFC 6531 allows
const BEYOND_ASCII = '[^\\p{ASCII}\\p{C}\\p{Z}]'
const ATOM = `(?:[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]|${BEYOND_ASCII})+`
const QUOTED = `"(?:[ !#-\\[\\]-~]|\\\\[ -~]|${BEYOND_ASCII})*"`
const LOCAL_PART = new RegExp(`^(?:${ATOM}(?:\\.${ATOM})*|${QUOTED})$`, 'u')
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i

const MOST_LOCAL_BYTES = 64
const MOST_BYTES = 254

/**
 * An e-mail address in canonical form: an internationalised domain as ASCII, everything else as written.
 * Undefined if invalid. Addresses at a bare host or an IP address are invalid.
 */
export function emailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  if (at < 1 || !text.isWellFormed()) return undefined
  const local = text.slice(0, at).normalize('NFC')
  const written = text.slice(at + 1)
  // an ASCII domain stays unchanged, because the conversion would read 1.2 as an IP address
  const domain = /^\p{ASCII}*$/u.test(written) ? written : domainToASCII(written)
  if (!LOCAL_PART.test(local) || !DOMAIN.test(domain) || domain.length > 253) return undefined
  const address = `${local}@${domain}`
  const fits = Buffer.byteLength(local) <= MOST_LOCAL_BYTES && Buffer.byteLength(address) <= MOST_BYTES
  return fits ? address : undefined
}
