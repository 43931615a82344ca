import { useEffect, useRef } from 'preact/hooks'
import styles from './parts.module.css'

interface Props {
  /** A new object takes the focus again, even with the same text. */
  fault: { text: string } | undefined
}

/** An error that follows something the visitor did. It takes the focus, because the pressed element may be gone. */
export function Fault({ fault }: Props) {
  const element = useRef<HTMLParagraphElement>(null)
  useEffect(() => element.current?.focus(), [fault])
  if (!fault) return null
  return (
    <p class={`${styles.notice} ${styles.bad}`} tabIndex={-1} ref={element}>
      {fault.text}
    </p>
  )
}
