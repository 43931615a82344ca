import { faultText } from '../fault-text.ts'
import styles from './desk.module.css'

/** The error of an action, read aloud when it appears. */
export const FaultNote = ({ fault }: { fault: unknown }) => (
  <div role="alert">
    {fault !== undefined && <p class={`${styles.note} ${styles.badNote}`}>{faultText(fault)}</p>}
  </div>
)
