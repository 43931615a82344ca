import { faultText } from '../fault-text.ts'
import { BadNote } from './bad-note.tsx'

/** The error of an action. */
export const FaultNote = ({ fault }: { fault: unknown }) => (
  <BadNote text={fault === undefined ? undefined : faultText(fault)} />
)
