// the GSM 03.38 alphabet; any other character makes the whole message UCS-2
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/

/** How many parts an SMS is sent in, and why. */
export function smsSize(body: string): { characters: number; parts: number; alphabet: string } {
  const isGsm = GSM.test(body)
  const length = isGsm ? body.length + (body.match(/[\^{}\\[~\]|€]/g)?.length ?? 0) : body.length
  const [single, part] = isGsm ? [160, 153] : [70, 67]
  return {
    characters: body.length,
    parts: length <= single ? 1 : Math.ceil(length / part),
    alphabet: isGsm ? 'GSM-7' : 'UCS-2',
  }
}
