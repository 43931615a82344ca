/** Text for a header, without line breaks, which would start another header. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

/** The part of an address after the @. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
