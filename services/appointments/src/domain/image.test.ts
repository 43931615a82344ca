import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageIn } from './image.ts'

const chunk = (name: string, data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
}

const png = (width: number, height: number) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(5))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const webp = (form: string, data: Buffer) => {
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(4 + 8 + data.length, 0)
  sizes.writeUInt32LE(data.length, 4)
  return Buffer.concat([
    Buffer.from('RIFF'),
    sizes.subarray(0, 4),
    Buffer.from(`WEBP${form}`),
    sizes.subarray(4),
    data,
  ])
}

const lossy = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xb4, 0x00, 0, 0])
const lossless = Buffer.from([0x2f, 0x3f, 0xc1, 0x2c, 0x00, 0, 0, 0, 0, 0])
const extended = Buffer.from([0, 0, 0, 0, 0x3f, 0x01, 0x00, 0xb3, 0x00, 0x00])

describe('imageIn', () => {
  it('reads the size of a PNG image', () => {
    expect(imageIn(png(320, 180))).toEqual({ mediaType: 'image/png', width: 320, height: 180 })
  })

  it.each([
    ['VP8 ', lossy],
    ['VP8L', lossless],
    ['VP8X', extended],
  ])('reads the size of a WebP image of the form %s', (form, data) => {
    expect(imageIn(webp(form, data))).toEqual({ mediaType: 'image/webp', width: 320, height: 180 })
  })

  it('rejects an image that is truncated or has trailing bytes, and bytes that are not an image', () => {
    for (const image of [png(1, 1), webp('VP8X', extended)]) {
      expect(imageIn(image.subarray(0, -1))).toBeUndefined()
      expect(imageIn(Buffer.concat([image, Buffer.from('<script>')]))).toBeUndefined()
    }
    expect(imageIn(png(0, 1))).toBeUndefined()
    expect(imageIn(webp('VP8 ', lossless))).toBeUndefined()
    expect(imageIn(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'))).toBeUndefined()
    expect(imageIn(Buffer.from('GIF89a'.padEnd(60)))).toBeUndefined()
  })

  it('reads any bytes without failing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(png(2, 2), webp('VP8X', extended)),
        fc.nat(80),
        fc.uint8Array(),
        (image, at, other) => {
          const changed = Buffer.from(image)
          changed.set(other.slice(0, Math.max(0, changed.length - at)), Math.min(at, changed.length))
          imageIn(changed)
          expect(imageIn(Buffer.from(other))).toBeUndefined()
        },
      ),
    )
  })
})
