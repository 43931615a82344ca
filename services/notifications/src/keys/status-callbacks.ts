import { outsideRoutes } from '@appointments/contracts'
import { proofs } from './proofs.ts'

/** Callback URLs for a provider's status reports: one per message, which only this installation can make. */
export interface StatusCallbacks {
  /** Undefined if the provider cannot reach the URL and is polled instead. */
  urlFor: (notificationId: string) => string | undefined
  isOurs: (notificationId: string, proof: string) => boolean
}

/** @param publicUrl base of the URLs, without a trailing slash; undefined if it cannot be reached from outside */
export function statusCallbacks(dataSecret: string, publicUrl: string | undefined): StatusCallbacks {
  const made = proofs(dataSecret, 'status-callback')
  return {
    urlFor: (id) =>
      publicUrl === undefined
        ? undefined
        : `${publicUrl}${outsideRoutes.receiveStatusCallback.path}?n=${encodeURIComponent(id)}&k=${made.of(id)}`,
    isOurs: made.fits,
  }
}
