/** Why a webhook URL is not allowed, as far as its text shows; undefined if it is. */
export function addressFault(url: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(url)) return 'must be an absolute address, like https://example.com/hooks'
  const { protocol, port, username, password } = new URL(url)
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  if (allowPrivate) return undefined
  if (protocol !== 'https:') return 'must be an https address'
  return port === '' ? undefined : 'must use port 443'
}
