/** Why an address may not be called, as far as its text tells; undefined where it may. */
export function addressFault(url: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(url)) return 'is no address'
  const { protocol, port, username, password } = new URL(url)
  if (username !== '' || password !== '') return 'must not carry credentials'
  if (allowPrivate) return undefined
  if (protocol !== 'https:') return 'must be https'
  return port === '' ? undefined : 'must use port 443'
}
