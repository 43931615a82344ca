import type { ComponentChildren } from 'preact'

/** A state of a page, and the steps on it that lead there. */
export interface State {
  draw: () => Promise<ComponentChildren> | ComponentChildren
  then?: () => Promise<void>
  /** Whether `then` only waits, so that the focus does not move. */
  isQuiet?: boolean
}
