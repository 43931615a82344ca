import type { Profile } from '@appointments/contracts'
import { accentsOf } from '@appointments/contracts/accents'
import { signal } from '@preact/signals'

/** The company in the frame of a page. A part that is not set is left out. */
export type Brand = Pick<
  Profile,
  | 'name'
  | 'logoUrl'
  | 'accent'
  | 'supportEmail'
  | 'supportPhone'
  | 'supportUrl'
  | 'privacyUrl'
  | 'termsUrl'
  | 'imprintUrl'
>

/** The company of the page; empty before it is known. */
export const brand = signal<Brand>({})

/** Shows the company in the frame of the page, and the page in the company's colour. */
export function showBrand(shown: Brand): void {
  brand.value = shown
  const accents = shown.accent === undefined ? undefined : accentsOf(shown.accent)
  const { style } = document.documentElement
  if (accents) style.setProperty('--accent', `light-dark(${accents.light}, ${accents.dark})`)
  else style.removeProperty('--accent')
}
