/** Why an address may not be called, as far as its text tells; undefined where it may. */
export function addressFault(url: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(url)) return 'must be an absolute address, like https://example.com/hooks'
  const { protocol, port, username, password } = new URL(url)
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  if (allowPrivate) return undefined
  if (protocol !== 'https:') return 'must be an https address'
  return port === '' ? undefined : 'must use port 443'
}
