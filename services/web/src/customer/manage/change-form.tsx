import { useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { ApiError } from '../../api/send.ts'
import { kept, say, type PlainKey } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import styles from '../../ui/parts.module.css'
import { busyText } from '../failure.tsx'
import { meaningOf } from '../phase.ts'

const PLAIN: Record<'taken' | 'late' | 'past' | 'tooFar' | 'invalid' | 'noReply', PlainKey> = {
  taken: 'fault.taken',
  late: 'fault.late',
  past: 'fault.past',
  tooFar: 'fault.tooFar',
  invalid: 'fault.invalid',
  noReply: 'fault.noReply',
}

/** An error of a change in words. */
export function faultText(error: unknown): string {
  const meaning = error instanceof ApiError ? meaningOf(error) : 'noReply'
  if (meaning === 'busy') return busyText(error).join(' ')
  return meaning in PLAIN ? say(PLAIN[meaning as keyof typeof PLAIN]) : say('fault.noReply')
}

interface Props {
  heading: string
  look: 'main' | 'danger'
  submit: string
  keep: string
  children?: ComponentChildren
  /** Checks the input before it is sent; returns the fault in words. */
  fault?: () => string | undefined
  /** @returns the error, if the form stays open */
  onSubmit: () => Promise<unknown> | undefined
  /** The input has changed. */
  onInput?: () => void
  onClose: () => void
}

/** A form for one change of the appointment. */
export function ChangeForm(props: Props) {
  const { heading, look, submit, keep, children, fault, onSubmit, onInput, onClose } = props
  const [message, setMessage] = useState<{ readonly text: string }>()
  const [isBusy, setBusy] = useState(false)

  const send = async () => {
    const found = fault?.()
    setMessage(found === undefined ? undefined : kept(() => fault?.() ?? found))
    if (isBusy || found !== undefined) return
    setBusy(true)
    const error = await onSubmit()
    setBusy(false)
    if (error !== undefined) setMessage(kept(() => faultText(error)))
  }
  return (
    <form
      class={styles.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onInput={() => {
        setMessage(undefined)
        onInput?.()
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !isBusy) onClose()
      }}
    >
      <Heading level={2} takesFocus text={heading} />
      {children}
      <div role="alert">{message && <p class={`${styles.notice} ${styles.bad}`}>{message.text}</p>}</div>
      <div class={styles.choices}>
        <Button look={look} isBusy={isBusy}>
          {isBusy ? say('form.busy') : submit}
        </Button>
        <Button
          onClick={() => {
            if (!isBusy) onClose()
          }}
        >
          {keep}
        </Button>
      </div>
    </form>
  )
}
