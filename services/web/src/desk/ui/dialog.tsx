import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import styles from './desk.module.css'
import { keepFocus } from './keep-focus.ts'

interface Props {
  title: string
  /** Absent if the dialog cannot be closed without an action. */
  onClose?: (() => void) | undefined
  /** Whether a request is running, so that the dialog stays open for its outcome. */
  isBusy?: boolean
  children: ComponentChildren
}

/** A native dialog over the page. The browser keeps the focus in it and returns it afterwards. */
export function Dialog({ title, onClose, isBusy = false, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => {
    if (!isBusy) onClose?.()
  }
  useEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) dialog.showModal()
    dialog?.querySelector<HTMLElement>('h2')?.focus()
    return () => {
      dialog?.close()
      // the button that opened the dialog may be gone
      keepFocus()
    }
  }, [])
  return (
    <dialog
      class={styles.dialog}
      aria-labelledby={id}
      ref={element}
      onCancel={(event) => {
        // Chromium closes the dialog at the second Escape in a row, whatever the page wants
        if (!event.cancelable) return
        event.preventDefault()
        close()
      }}
      onClose={() => {
        if (!element.current) return
        element.current.showModal()
        close()
      }}
    >
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
