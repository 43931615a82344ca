import { signal, type ReadonlySignal } from '@preact/signals'
import { ApiError } from '../../api/send.ts'
import { LoginRequired, type Issuer, type Tokens } from './issuer.ts'
import { keepPending, takePending } from './pending.ts'

/** Tokens are renewed this long before they expire. */
const AHEAD_MS = 60_000
/** How long after a failed renewal the next one is tried. */
const AGAIN_MS = 5000
const CHANNEL = 'desk-session'
/** Note to the other windows of the desk that the person has signed out. */
const SIGNED_OUT = 'signed-out'
/** Part of the address of a window that only signs in. */
export const HANDOVER = 'sign-in'

/**
 * `in`: signed in. `out`: not signed in. `ended`: the session is over, and the page waits for another sign-in.
 * `handedOver`: this window has signed in for another one. `failed`: the sign-in failed, for example because the issuer
 * cannot be reached.
 */
export type SessionState = 'starting' | 'in' | 'out' | 'ended' | 'handedOver' | 'failed'

/** The sign-in of this page. Tokens never leave its memory, except to a window of this desk that waits for them. */
export interface Session {
  state: ReadonlySignal<SessionState>
  /**
   * Signs in silently if the issuer has a session; otherwise the state becomes `out`. The address that the person
   * opened is restored at once.
   */
  start: () => Promise<void>
  /** Leaves the page for that of the issuer. */
  signIn: () => Promise<void>
  /** Opens a window to sign in again, so that nothing on this page is lost. @returns whether the browser has opened it */
  signInAgain: () => boolean
  /** Signs out all windows of the desk, and ends the session of the issuer. */
  signOut: () => void
  /** The name of the person, if the issuer names it. */
  name: () => string | undefined
  /**
   * Resolves with a token that has not been rejected. If the session has ended, it waits for another sign-in.
   * @throws ApiError if the issuer cannot be reached
   */
  token: (rejected?: string) => Promise<string>
}

/** @param open discovers the issuer */
export function createSession(open: () => Promise<Issuer>): Session {
  const state = signal<SessionState>('starting')
  const channel = new BroadcastChannel(CHANNEL)
  let issuer: Issuer | undefined
  let tokens: Tokens | undefined
  let renewing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting: (() => void)[] = []

  function accept(given: Tokens): void {
    const isSomebodyElse = tokens?.subject !== undefined && tokens.subject !== given.subject
    // another person has signed in, who must neither see the content of this page nor send its requests
    if (isSomebodyElse) {
      location.reload()
      return
    }
    tokens = given
    state.value = 'in'
    if (given.refresh !== undefined) renewAt(given.expiresAt - AHEAD_MS)
    for (const resume of waiting.splice(0)) resume()
  }
  /** Renews the tokens at an instant, and again and again while the issuer cannot be reached. */
  function renewAt(instant: number): void {
    clearTimeout(timer)
    timer = setTimeout(
      () => void renew().catch(() => tokens && renewAt(Date.now() + AGAIN_MS)),
      Math.max(0, instant - Date.now()),
    )
  }
  /** Renews the tokens, or ends the session if the issuer rejects that. @throws ApiError if it cannot be reached */
  function renew(): Promise<void> {
    const { current, from } = { current: tokens, from: issuer }
    renewing ??= (current && from ? from.refresh(current) : Promise.reject(new LoginRequired()))
      .then(accept, (error: unknown) => {
        if (!(error instanceof LoginRequired)) throw new ApiError(0, '')
        state.value = 'ended'
      })
      .finally(() => (renewing = undefined))
    return renewing
  }
  function forget(): void {
    tokens = undefined
    clearTimeout(timer)
  }
  channel.onmessage = ({ data }: MessageEvent<Tokens | typeof SIGNED_OUT>) => {
    if (data !== SIGNED_OUT) {
      if (state.value === 'ended') accept(data)
    } else if (tokens) {
      forget()
      state.value = 'out'
    }
  }
  const leave = async (address: string, isHandover: boolean, prompt?: 'none') => {
    if (!issuer) return
    const { url, pending } = await issuer.begin(address, isHandover, prompt)
    keepPending(pending)
    location.assign(url)
  }

  return {
    state,
    async start() {
      try {
        const { pathname, search, hash } = location
        const query = new URLSearchParams(search)
        const isHandover = query.has(HANDOVER)
        const isResponse = query.has('state') && (query.has('code') || query.has('error'))
        const pending = isResponse ? takePending() : undefined
        // before anything is awaited, because the address names the language of the page
        if (pending) history.replaceState(null, '', pending.address)
        issuer = await open()
        if (!pending) {
          // this tab did not ask for the response, which may come from the browser's history
          const address = isResponse ? pathname : pathname + search + hash
          await leave(address, isHandover, isHandover ? undefined : 'none')
          return
        }
        const given = await issuer.finish(query, pending)
        if (!pending.isHandover) {
          accept(given)
          return
        }
        channel.postMessage(given)
        state.value = 'handedOver'
        window.close()
      } catch (error) {
        state.value = error instanceof LoginRequired ? 'out' : 'failed'
      }
    },
    signIn: () => leave(location.pathname + location.search + location.hash, false),
    signInAgain() {
      const query = new URLSearchParams(location.search)
      query.set(HANDOVER, '')
      const address = `${location.pathname}?${query.toString()}`
      return window.open(address, '_blank', 'popup,width=480,height=720') !== null
    },
    signOut() {
      const url = tokens && issuer?.signOutUrl(tokens)
      channel.postMessage(SIGNED_OUT)
      forget()
      if (url === undefined) state.value = 'out'
      else location.assign(url)
    },
    name: () => tokens?.name,
    async token(rejected) {
      if (tokens && rejected === tokens.access) await renew()
      if (state.value === 'ended') await new Promise<void>((resume) => waiting.push(resume))
      if (!tokens) throw new Error('not signed in')
      return tokens.access
    },
  }
}
