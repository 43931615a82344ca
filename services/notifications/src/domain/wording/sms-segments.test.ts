import { expect, it } from 'vitest'
import { smsSize } from './sms-segments.ts'

it.each([
  ['', 'GSM-7', 1],
  ['a'.repeat(160), 'GSM-7', 1],
  ['a'.repeat(161), 'GSM-7', 2],
  ['a'.repeat(306), 'GSM-7', 2],
  ['a'.repeat(307), 'GSM-7', 3],
  ['Ärger: 5 € für Ödön', 'GSM-7', 1],
  ['€'.repeat(80), 'GSM-7', 1],
  ['€'.repeat(81), 'GSM-7', 2],
  // an escape sequence is not split: 76 of them in each of the first segments
  ['€'.repeat(153), 'GSM-7', 3],
  ['ç'.repeat(70), 'UCS-2', 1],
  ['ç'.repeat(71), 'UCS-2', 2],
  ['ç'.repeat(134), 'UCS-2', 2],
  ['ç'.repeat(135), 'UCS-2', 3],
  ['😀'.repeat(35), 'UCS-2', 1],
  ['😀'.repeat(36), 'UCS-2', 2],
  ['😀'.repeat(67), 'UCS-2', 3],
])('%j is encoded in %s in %i segments', (text, encoding, segments) => {
  expect(smsSize(text)).toEqual({ encoding, segments })
})
