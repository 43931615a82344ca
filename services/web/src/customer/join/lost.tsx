import { say } from '../../text/words.ts'
import styles from '../../ui/parts.module.css'

/** Says that the page may be outdated. */
export const Lost = ({ isLost }: { isLost: boolean }) => (
  <div role="status">{isLost && <p class={styles.notice}>{say('join.lost')}</p>}</div>
)
