import { problem, type Fault } from './problems.ts'

/**
 * The fault of a field that refers to an entry which does not exist.
 * @param kind the kind of entry, in the words of readers
 */
export const unknownReference = (pointer: string, kind: string): Fault => ({
  pointer,
  code: 'UNKNOWN_REFERENCE',
  message: `must be a ${kind} that exists in the organization`,
})

/** @throws Problem UNKNOWN_REFERENCE with a fault for each entry that does not exist */
export function rejectUnknown(faults: Fault[]): void {
  if (faults.length > 0) throw problem('UNKNOWN_REFERENCE', { errors: faults })
}
