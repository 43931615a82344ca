import { useState } from 'preact/hooks'
import { newKey } from '../../api/send.ts'
import { say } from '../../text/words.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import type { Appointment } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { joinRoom, mayJoin, ownParticipant } from '../join-room.ts'
import { isOpen } from '../standing.ts'
import { FaultNote } from '../ui/fault-note.tsx'
import { keepFocus } from '../ui/keep-focus.ts'
import styles from '../ui/desk.module.css'
import { CancelDialog } from './cancel-dialog.tsx'
import { mayReassign, mayStillChange } from './may-change.ts'
import { MoveDialog } from './move-dialog.tsx'
import { ReassignDialog } from './reassign-dialog.tsx'
import type { AppointmentRecord } from './record.ts'

const dialogs = { move: MoveDialog, cancel: CancelDialog, reassign: ReassignDialog }
type Open = keyof typeof dialogs

interface Props {
  desk: Desk
  record: AppointmentRecord
  appointment: Appointment
  now: number
}

/** The actions of this person on the appointment. */
export function Actions({ desk, record, appointment, now }: Props) {
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const [fault, setFault] = useState<unknown>(undefined)
  const [busy, setBusy] = useState<string | undefined>(undefined)
  const mayChange = mayStillChange(appointment, now)
  const own = ownParticipant(desk, appointment)
  const act = async (name: string, action: () => Promise<unknown>) => {
    setBusy(name)
    setFault(
      await action().then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    setBusy(undefined)
    await record.load()
    // actions that are no longer possible disappear
    keepFocus()
  }
  const button = (name: string, text: string, action: () => Promise<unknown>, look?: 'main') => (
    <Button name={name} look={look} isBusy={busy === name} onClick={() => void act(name, action)}>
      {text}
    </Button>
  )
  const show = (name: Open) => {
    // hides the error of the previous action
    setFault(undefined)
    setOpen(name)
  }
  const Opened = open && dialogs[open]
  return (
    <>
      <div class={styles.actions} role="group" aria-label={say('record.actions')}>
        {mayJoin(desk, appointment, now) &&
          button(
            'join',
            say(appointment.state === 'ACTIVATED' ? 'desk.join' : 'record.openRoom'),
            () => joinRoom(desk, appointment),
            'main',
          )}
        {own?.state === 'JOINED' &&
          button('leave', say('record.leave'), () => desk.api.setPresence(appointment.id, own.id, 'LEFT'))}
        {own &&
          isOpen(appointment) &&
          appointment.interaction.state === 'PENDING' &&
          desk.is('ROLE_AGENT') &&
          button('accept', say('record.accept'), async () => {
            await desk.api.accept(appointment, own.id, newKey())
            announce(say('event.accepted'))
          })}
        {mayChange && (
          <Button name="move" onClick={() => show('move')}>
            {say('record.move')}
          </Button>
        )}
        {mayReassign(desk, appointment, now) && (
          <Button name="reassign" onClick={() => show('reassign')}>
            {say('record.reassign')}
          </Button>
        )}
        {mayChange && (
          <Button name="cancel" onClick={() => show('cancel')}>
            {say('record.cancel')}
          </Button>
        )}
      </div>
      <FaultNote fault={fault} />
      {Opened && <Opened {...{ desk, record, appointment }} onClose={() => setOpen(undefined)} />}
    </>
  )
}
