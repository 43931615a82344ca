import type { Presentation } from '@appointments/contracts'
import type { Keyed } from '@appointments/idempotency'
import { logoOf } from '../domain/logo.ts'
import { logos } from '../repositories/logos.ts'
import type { Deps } from './deps.ts'
import { writePresentation, type WritePresentation } from './presentation.ts'

/**
 * Replaces the logo of an application.
 * @throws Problem LOGO_NOT_ACCEPTED, APPLICATION_NOT_FOUND, VERSION_MISMATCH
 */
export const putLogo =
  (deps: Deps) =>
  ({ image, ...which }: WritePresentation & { image: Buffer }): Promise<Keyed<Presentation>> => {
    const made = logoOf(which.id, image)
    const { path, width, height } = made
    return writePresentation(
      deps,
      which,
      ({ brand, ...rest }) => ({ ...rest, brand: { ...brand, logo: { path, width, height } } }),
      // after the presentation, which it refers to
      (tx, now) => logos.put(tx, which.id, made, now),
    )
  }

/**
 * Removes the logo of an application, also from mails that were sent; without a logo it changes nothing.
 * @throws Problem APPLICATION_NOT_FOUND, VERSION_MISMATCH
 */
export const removeLogo =
  (deps: Deps) =>
  async (which: WritePresentation): Promise<void> => {
    await writePresentation(
      deps,
      which,
      ({ brand: { logo, ...brand }, ...rest }) => logo && { ...rest, brand },
      (tx) => logos.removeAll(tx, which.id),
    )
  }

/** Reads the image of a logo; undefined if the application has no such logo. */
export const readLogo =
  ({ pool }: Pick<Deps, 'pool'>) =>
  ({ id, hash }: { id: string; hash: string }) =>
    logos.find(pool, id, hash)
