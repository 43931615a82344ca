/** A masked address such as `a…@example.com`, which lines do not break after the ellipsis. */
export const unbroken = (address: string): string => address.replace('…', '…\u2060')
