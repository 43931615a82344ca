import { createHash } from 'node:crypto'
import { outsideRoutes, problem, type Logo } from '@appointments/contracts'
import { LOGO_LIMITS } from '@appointments/contracts/logo-limits'
import { imageIn } from './image.ts'

/** A logo to store. */
export interface LogoImage extends Logo {
  hash: string
  mediaType: string
  image: Buffer
}

/**
 * The logo of an application, judged by its content.
 * @throws Problem LOGO_NOT_ACCEPTED if it is not a PNG or WebP image, or is too large
 */
export function logoOf(applicationId: string, image: Buffer): LogoImage {
  const found = imageIn(image)
  if (!found) throw problem('LOGO_NOT_ACCEPTED', 'The body must be one PNG or WebP image, and nothing else.')
  const { width, height } = found
  const { pixels, bytes } = LOGO_LIMITS
  if (width > pixels || height > pixels)
    throw problem(
      'LOGO_NOT_ACCEPTED',
      `The image has ${width} × ${height} pixels; it must have at most ${pixels} × ${pixels}.`,
    )
  if (image.length > bytes)
    throw problem('LOGO_NOT_ACCEPTED', `The image has ${image.length} bytes; it must have at most ${bytes}.`)
  const hash = createHash('sha256').update(image).digest('base64url').slice(0, 22)
  const path = outsideRoutes.readLogo.path
    .replace('{id}', encodeURIComponent(applicationId))
    .replace('{hash}', hash)
  return { path, width, height, hash, mediaType: found.mediaType, image }
}
