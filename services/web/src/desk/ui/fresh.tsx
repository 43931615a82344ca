import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import styles from './desk.module.css'

/** The button that shows new rows, which are held back while the person works in the list. */
export const Fresh = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div class={styles.fresh} role="status">
    {count > 0 && <Button onClick={onShow}>{say('desk.fresh', { count })}</Button>}
  </div>
)
