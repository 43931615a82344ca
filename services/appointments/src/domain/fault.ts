import type { Fault } from '@appointments/contracts'

/** A fault of a request at a JSON pointer into its body. */
export const fault = (pointer: string, code: string, message: string): Fault => ({ pointer, code, message })
