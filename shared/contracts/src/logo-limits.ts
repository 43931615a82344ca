/** The largest logo. The file imports nothing, so that pages can use it. */
export const LOGO_LIMITS = { bytes: 65_536, pixels: 1024 } as const
