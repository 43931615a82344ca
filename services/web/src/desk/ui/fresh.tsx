import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import styles from './desk.module.css'
import { keepFocus } from './keep-focus.ts'

const links = () => [...document.querySelectorAll<HTMLAnchorElement>('main a')]

interface Props {
  count: number
  onShow: () => Promise<void>
}

/** The button that shows new rows, which are held back while the person works in the list. */
export function Fresh({ count, onShow }: Props) {
  const show = async () => {
    const known = new Set(links().map(({ href }) => href))
    await onShow()
    keepFocus(() => links().find(({ href }) => !known.has(href)))
  }
  return (
    <div class={styles.fresh} role="status">
      {count > 0 && (
        <Button name="fresh" onClick={() => void show()}>
          {say('desk.fresh', { count })}
        </Button>
      )}
    </div>
  )
}
