import type { Pending } from './issuer.ts'

/* The storage of the tab keeps a sign-in in progress, because the tab leaves this page for the issuer's. */

const KEY = 'sign-in'

export const keepPending = (pending: Pending): void => sessionStorage.setItem(KEY, JSON.stringify(pending))

/** Removes and returns the sign-in that a response belongs to; undefined if this tab has started none. */
export function takePending(): Pending | undefined {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as Pending)
}
