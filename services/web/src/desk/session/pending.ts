import type { Pending } from './issuer.ts'

/* A sign-in in progress is in the storage of the tab, because the page is left for the issuer's. */

const KEY = 'sign-in'

export const keepPending = (pending: Pending): void => sessionStorage.setItem(KEY, JSON.stringify(pending))

/** The sign-in that a response belongs to, which is forgotten; undefined if this tab has begun none. */
export function takePending(): Pending | undefined {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as Pending)
}
