/** Format and size of an image, read from its bytes. */
export interface Image {
  mediaType: 'image/png' | 'image/webp'
  /** Pixels. */
  width: number
  height: number
}

/** Reads the kind and the size of a PNG or WebP image from its bytes; undefined for anything else. */
export const imageIn = (bytes: Buffer): Image | undefined => pngIn(bytes) ?? webpIn(bytes)

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const PNG_SMALLEST = 57

/** PNG (third edition, section 5): a signature and chunks, of which IHDR is the first and IEND the last. */
function pngIn(bytes: Buffer): Image | undefined {
  const isPng = bytes.length >= PNG_SMALLEST && bytes.subarray(0, 8).equals(PNG_SIGNATURE)
  if (!isPng || bytes.readUInt32BE(8) !== 13 || nameAt(bytes, 12) !== 'IHDR') return undefined
  if (!endsWithIend(bytes)) return undefined
  return sized('image/png', bytes.readUInt32BE(16), bytes.readUInt32BE(20))
}

/** Whether the chunks fill the file exactly, so that nothing is hidden after the image. */
function endsWithIend(bytes: Buffer): boolean {
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (nameAt(bytes, at + 4) === 'IEND') return end === bytes.length
    at = end
  }
  return false
}

const WEBP_SMALLEST = 30

/** WebP (RFC 9649): a RIFF file whose first chunk has the size, in one of three forms. */
function webpIn(bytes: Buffer): Image | undefined {
  const isWebp =
    bytes.length >= WEBP_SMALLEST &&
    nameAt(bytes, 0) === 'RIFF' &&
    bytes.readUInt32LE(4) === bytes.length - 8 &&
    nameAt(bytes, 8) === 'WEBP'
  if (!isWebp) return undefined
  const size = webpSizes.get(nameAt(bytes, 12))?.(bytes)
  return size && sized('image/webp', ...size)
}

type Size = [width: number, height: number]

const lossySize = (bytes: Buffer): Size | undefined =>
  bytes.readUIntBE(23, 3) === 0x9d012a
    ? [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
    : undefined

function losslessSize(bytes: Buffer): Size | undefined {
  if (bytes[20] !== 0x2f) return undefined
  const bits = bytes.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}

const extendedSize = (bytes: Buffer): Size => [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]

const webpSizes = new Map<string, (bytes: Buffer) => Size | undefined>([
  ['VP8 ', lossySize],
  ['VP8L', losslessSize],
  ['VP8X', extendedSize],
])

const nameAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)

const sized = (mediaType: Image['mediaType'], width: number, height: number): Image | undefined =>
  width > 0 && height > 0 ? { mediaType, width, height } : undefined
