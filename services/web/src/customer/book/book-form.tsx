import type { ComponentChildren } from 'preact'
import { say } from '../../text/words.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import parts from '../../ui/parts.module.css'
import { HoldNotice } from '../hold-notice.tsx'
import type { Book } from './book.ts'

interface Props {
  book: Book
  onSubmit: () => Promise<void>
  children: ComponentChildren
}

/** A form of the booking: its faults and the held time come first. The page, not the browser, checks the fields. */
export function BookForm({ book: { choice, faults, holdAgain }, onSubmit, children }: Props) {
  return (
    <form
      class={parts.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      <ErrorSummary title={say('book.problem')} faults={faults.value} />
      {choice.holding.value && (
        <HoldNotice holding={choice.holding.value} zone={choice.zone.value} onContinue={() => holdAgain()} />
      )}
      {children}
    </form>
  )
}
