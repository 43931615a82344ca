import type { ComponentChildren } from 'preact'

interface Props {
  children: ComponentChildren
  look?: 'main' | 'danger' | undefined
  /** Without an action, the button submits its form. */
  onClick?: () => void
  isBusy?: boolean
  /** Lets scripts find it. */
  name?: string
}

/** A button; while it is busy it keeps the focus and does nothing. */
export function Button({ children, look, onClick, isBusy = false, name }: Props) {
  return (
    <button
      class={look === undefined ? 'button' : `button ${look}`}
      name={name}
      type={onClick === undefined ? 'submit' : 'button'}
      aria-disabled={isBusy ? 'true' : undefined}
      onClick={() => {
        if (!isBusy) onClick?.()
      }}
    >
      {children}
    </button>
  )
}
