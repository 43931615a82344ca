import { LOGO_LIMITS } from '@appointments/contracts/logo-limits'

const TYPES = ['image/png', 'image/webp']

/** A file that can be the logo, with its picture as a `data:` address; or why it cannot. */
export type ChosenLogo = { file: File; address: string } | { fault: 'type' | 'bytes' | 'pixels' }

/** Checks a file before it is sent. The API has the last word. */
export async function chosenLogo(file: File): Promise<ChosenLogo> {
  if (!TYPES.includes(file.type)) return { fault: 'type' }
  if (file.size > LOGO_LIMITS.bytes) return { fault: 'bytes' }
  const address = await addressOf(file)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch {
    return { fault: 'type' }
  }
  const isTooLarge = Math.max(image.naturalWidth, image.naturalHeight) > LOGO_LIMITS.pixels
  return isTooLarge ? { fault: 'pixels' } : { file, address }
}

const addressOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })
