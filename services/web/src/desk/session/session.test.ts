import { expect, it, onTestFinished, vi } from 'vitest'
import { LoginRequired, type Issuer, type Tokens } from './issuer.ts'
import { createSession } from './session.ts'

const MINUTE_MS = 60_000

/** A session that has just begun; its tokens last five minutes. */
async function signIn() {
  vi.useFakeTimers()
  vi.stubGlobal('location', { pathname: '/desk', search: '?state=s&code=c', hash: '' })
  vi.stubGlobal('history', { replaceState: () => {} })
  const pending = { state: 's', verifier: 'v', address: '/desk', isHandover: false }
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(pending), removeItem: () => {} })
  const closed = vi.fn<() => void>()
  const channels: { onmessage?: (event: { data: unknown }) => void }[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage?: (event: { data: unknown }) => void
      close = closed
      constructor() {
        channels.push(this)
      }
      postMessage(data: unknown) {
        for (const one of channels) if (one !== this) one.onmessage?.({ data })
      }
    },
  )
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const given = (access: string): Tokens => ({
    access,
    refresh: 'r',
    expiresAt: Date.now() + 5 * MINUTE_MS,
    subject: 'anna',
  })
  const refresh = vi.fn<Issuer['refresh']>()
  const issuer = {
    finish: () => Promise.resolve(given('first')),
    refresh,
    signOutUrl: () => undefined,
  } as unknown as Issuer
  const session = createSession(() => Promise.resolve(issuer))
  await session.start()
  const openAnother = async () => {
    const other = createSession(() => Promise.resolve(issuer))
    await other.start()
    return other
  }
  return { session, openAnother, refresh, given }
}

it('restores the address before it knows the issuer, because the page reads its language from it', () => {
  const address = '/desk/week?lang=de'
  const pending = { state: 's', verifier: 'v', address, isHandover: false }
  const replaceState = vi.fn<History['replaceState']>()
  vi.stubGlobal('location', { pathname: '/desk', search: '?state=s&code=c', hash: '' })
  vi.stubGlobal('history', { replaceState })
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(pending), removeItem: () => {} })
  vi.stubGlobal('BroadcastChannel', Object)
  onTestFinished(() => void vi.unstubAllGlobals())
  void createSession(() => new Promise(() => {})).start()
  expect(replaceState).toHaveBeenCalledWith(null, '', address)
})

it('signs in again in a window with the language of the page', async () => {
  const { session } = await signIn()
  const open = vi.fn()
  vi.stubGlobal('window', { open })
  vi.stubGlobal('location', { pathname: '/desk/week', search: '?lang=de', hash: '' })
  session.signInAgain()
  const [address] = open.mock.calls[0] as [string]
  expect(Object.fromEntries(new URL(address, 'https://desk.example').searchParams)).toEqual({
    lang: 'de',
    'sign-in': '',
  })
})

it('goes on while the issuer cannot be reached, and renews its tokens afterwards', async () => {
  const { session, refresh, given } = await signIn()
  refresh.mockRejectedValueOnce(new TypeError('fetch failed'))
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS)
  expect([refresh.mock.calls.length, session.state.value]).toEqual([1, 'in'])
  expect(await session.token()).toBe('first')
  refresh.mockImplementation(() => Promise.resolve(given('second')))
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([session.state.value, await session.token()]).toEqual(['in', 'second'])
})

it('reports a lost connection if a rejected token cannot be renewed', async () => {
  const { session, refresh } = await signIn()
  refresh.mockRejectedValue(new TypeError('fetch failed'))
  await expect(session.token('first')).rejects.toMatchObject({ status: 0 })
  expect(session.state.value).toBe('in')
})

it('ends when the issuer rejects the renewal', async () => {
  const { session, refresh } = await signIn()
  refresh.mockRejectedValue(new LoginRequired())
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS)
  expect(session.state.value).toBe('ended')
})

it('signs out all windows of the desk, which then renew nothing', async () => {
  const { session, openAnother, refresh } = await signIn()
  const other = await openAnother()
  session.signOut()
  expect([session.state.value, other.state.value]).toEqual(['out', 'out'])
  await expect(other.token()).rejects.toThrow('not signed in')
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(refresh).not.toHaveBeenCalled()
})

it('does not send the requests of one person with the token of another', async () => {
  const { session, refresh, given } = await signIn()
  refresh.mockRejectedValue(new LoginRequired())
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS)
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { reload })
  const resumed = vi.fn<(token: string) => void>()
  void session.token().then(resumed)
  new BroadcastChannel('desk-session').postMessage({ ...given('second'), subject: 'ben' })
  await vi.advanceTimersByTimeAsync(0)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(resumed).not.toHaveBeenCalled()
  expect(session.state.value).toBe('ended')
})
