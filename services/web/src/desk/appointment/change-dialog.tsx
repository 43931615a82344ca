import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { announce } from '../../ui/announce.ts'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Appointment } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { faultText } from '../fault-text.ts'
import { isOpen } from '../standing.ts'
import { BadNote } from '../ui/bad-note.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { OutsideCalendar, outsideReasons, type Choice } from '../ui/outside-calendar.tsx'
import styles from '../ui/desk.module.css'
import { ConflictNotice } from './conflict-notice.tsx'
import type { AppointmentRecord, Conflict } from './record.ts'

interface Props {
  title: string
  desk: Desk
  record: AppointmentRecord
  appointment: Appointment
  look?: 'main' | 'danger'
  submit: string
  /** Announced after the change. */
  done: string
  /** Why the input cannot be sent; undefined if it can. */
  fault?: () => string | undefined
  /** @param isAnyway whether the person overrides the calendar */
  send: (seen: Appointment, key: string, isAnyway: boolean) => Promise<Appointment>
  /** An error in words. */
  explain?: (error: unknown) => string
  /** The kind of choice from the calendar; by default a time. */
  choice?: Choice | undefined
  /** The button for a choice that the API rejects as outside the calendar; absent if the person may not use it. */
  anyway?: string | undefined
  onClose: () => void
  children?: ComponentChildren
}

/** A change of the appointment as the person saw it when the dialog opened. */
export function ChangeDialog(props: Props) {
  const {
    title,
    desk,
    record,
    appointment,
    look = 'main',
    submit,
    done,
    fault,
    send,
    explain = faultText,
    choice = 'time',
    anyway,
    onClose,
    children,
  } = props
  const [seen, setSeen] = useState(appointment)
  const [conflict, setConflict] = useState<Conflict | undefined>(undefined)
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  // every attempt sends the latest input; attempts that belong together share a key
  const sending = useMemo(() => ({ send, isAnyway: false }), [])
  sending.send = send
  const change = useMemo(
    () => record.changing((version, key) => sending.send(version, key, sending.isAnyway)),
    [record],
  )
  const [outside, setOutside] = useState<readonly string[] | undefined>(undefined)
  const mayStill = isOpen(seen)

  const attempt = async (isAnyway = false) => {
    const found = fault?.()
    setMessage(found ?? '')
    if (isBusy || found !== undefined) return
    if (sending.isAnyway !== isAnyway) change.renew()
    sending.isAnyway = isAnyway
    setBusy(true)
    try {
      const other = await change.attempt(seen)
      if (other) {
        setConflict(other)
        setSeen(other.now)
      } else {
        announce(done)
        onClose()
      }
    } catch (error) {
      const reasons = outsideReasons(error)
      if (reasons) setOutside(reasons)
      else setMessage(explain(error))
    }
    setBusy(false)
  }
  return (
    <Dialog title={title} isBusy={isBusy} onClose={onClose}>
      <form
        class={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void attempt()
        }}
        onInput={() => {
          setMessage('')
          setOutside(undefined)
          change.renew()
        }}
      >
        {conflict && (
          <ConflictNotice
            key={seen.version}
            desk={desk}
            conflict={conflict}
            people={record.people.known.value.value ?? []}
          />
        )}
        {mayStill ? children : !conflict && <p class={styles.note}>{say('oops.closed')}</p>}
        {outside && (
          <OutsideCalendar
            reasons={outside}
            choice={choice}
            anyway={
              anyway === undefined ? undefined : { label: anyway, isBusy, onPress: () => void attempt(true) }
            }
          />
        )}
        <BadNote text={message === '' ? undefined : message} />
        <div class={styles.buttons}>
          {mayStill && (
            <Button look={look} isBusy={isBusy}>
              {isBusy ? say('form.busy') : submit}
            </Button>
          )}
          <Button isBusy={isBusy} onClick={onClose}>
            {say('desk.close')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
