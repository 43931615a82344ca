import { useEffect } from 'preact/hooks'
import styles from './desk.module.css'

/** An error that is read aloud when it appears. The focused control stays in view, although the note moves it. */
export function BadNote({ text }: { text: string | undefined }) {
  useEffect(() => {
    if (text !== undefined) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [text])
  if (text === undefined) return null
  return (
    <p class={`${styles.note} ${styles.badNote}`} role="alert">
      {text}
    </p>
  )
}
