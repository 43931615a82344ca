import { limits } from '@appointments/contracts'
import { isExact } from './exact-number.ts'

/** Member names and list indexes that lead to a value of a body. */
export type BodyPath = readonly (string | number)[]

export interface Scanned {
  /** Whether values are nested deeper than the limit for bodies. */
  isTooDeep: boolean
  /** Paths of the numbers that a double cannot hold exactly. */
  inexact: BodyPath[]
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OBJECT = -1

// the scan is synchronous, so all requests can share these
const placeAt = new Int32Array(limits.bodyDepth + 1)
const keyStartAt = new Int32Array(limits.bodyDepth + 1)
const keyEndAt = new Int32Array(limits.bodyDepth + 1)

/**
 * Scans a JSON text once for faults that a parser does not report: nesting that would need a deep stack, and digits that
 * would be lost. The text need not be valid JSON.
 */
export function scanJson(bytes: Buffer): Scanned {
  const inexact: BodyPath[] = []
  let depth = 0
  let stringStart = 0
  let stringEnd = 0
  placeAt[0] = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === QUOTE) {
      stringStart = at
      at = endOfString(bytes, at)
      stringEnd = at + 1
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1
      if (depth > limits.bodyDepth) return { isTooDeep: true, inexact }
      placeAt[depth] = byte === 0x7b ? OBJECT : 0
      keyStartAt[depth] = keyEndAt[depth] = 0
    } else if (byte === 0x7d || byte === 0x5d) {
      if (depth > 0) depth -= 1
    } else if (byte === 0x3a) {
      keyStartAt[depth] = stringStart
      keyEndAt[depth] = stringEnd
    } else if (byte === 0x2c) {
      if (placeAt[depth] !== OBJECT) placeAt[depth] = (placeAt[depth] as number) + 1
    } else if (byte === 0x2d || isDigit(byte)) {
      const start = at
      while (isOfNumber(bytes[at + 1])) at += 1
      if (!isExact(bytes.toString('latin1', start, at + 1))) inexact.push(pathTo(bytes, depth))
    }
  }
  return { isTooDeep: false, inexact }
}

/** Position of the closing quote of a string; the end of the text if there is none. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let first = end
    while (bytes[first - 1] === BACKSLASH) first -= 1
    const isEscaped = (end - first) % 2 === 1
    if (!isEscaped) return end
  }
  return bytes.length
}

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39

/** Digits, sign, point and exponent. */
const isOfNumber = (byte: number | undefined) =>
  byte !== undefined &&
  (isDigit(byte) || byte === 0x2d || byte === 0x2b || byte === 0x2e || byte === 0x65 || byte === 0x45)

function pathTo(bytes: Buffer, depth: number): BodyPath {
  return Array.from({ length: depth }, (_, level) => {
    const place = placeAt[level + 1] as number
    return place === OBJECT
      ? keyIn(bytes.toString('utf8', keyStartAt[level + 1], keyEndAt[level + 1]))
      : place
  })
}

function keyIn(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
