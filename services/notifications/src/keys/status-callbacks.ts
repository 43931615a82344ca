import { outsideRoutes } from '@appointments/contracts'
import { proofs } from './proofs.ts'

/** Where a provider tells what becomes of a message: an address for each, which only this installation can make. */
export interface StatusCallbacks {
  /** Undefined where the provider could not reach it, and is asked instead. */
  urlFor: (notificationId: string) => string | undefined
  isOurs: (notificationId: string, proof: string) => boolean
}

/** @param publicUrl base of the addresses, without a slash at its end; undefined where nobody could reach them */
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
