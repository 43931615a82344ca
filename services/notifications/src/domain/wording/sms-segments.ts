/** Characters of the GSM 7-bit default alphabet (3GPP TS 23.038, section 6.2.1). */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that need an escape. */
const EXTENDED = new Set('\f^{}\\[~]|€')

const SEGMENT = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const

/** More segments are expensive, and some networks deliver them out of order. */
export const MOST_SEGMENTS = 2

export interface SmsSize {
  encoding: keyof typeof SEGMENT
  segments: number
}

/** Number of segments an SMS is sent and billed as. One character beyond the GSM alphabet makes it all UCS-2. */
export function smsSize(text: string): SmsSize {
  const characters = Array.from(text)
  const isGsm = characters.every((one) => BASIC.has(one) || EXTENDED.has(one))
  const encoding = isGsm ? 'GSM-7' : 'UCS-2'
  // neither an escape sequence nor a surrogate pair is split between segments
  const units = characters.map((one) => (isGsm && EXTENDED.has(one) ? 2 : isGsm ? 1 : one.length))
  const { alone, joined } = SEGMENT[encoding]
  if (units.reduce((sum, unit) => sum + unit, 0) <= alone) return { encoding, segments: 1 }
  let segments = 1
  let used = 0
  for (const unit of units) {
    if (used + unit > joined) {
      segments += 1
      used = 0
    }
    used += unit
  }
  return { encoding, segments }
}
