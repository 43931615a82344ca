import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ApiError, newKey } from '../../api/send.ts'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Appointment, Message, Person } from '../api/shapes.ts'
import { ChangeDialog } from '../appointment/change-dialog.tsx'
import { createRecord, type AppointmentRecord } from '../appointment/record.ts'
import type { Desk } from '../desk.ts'
import { faultText } from '../fault-text.ts'
import { nameOf } from '../people.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { Shown } from '../ui/shown.tsx'
import styles from '../ui/desk.module.css'
import { messageName } from './message-words.ts'
import { resendFaultText } from './resend-fault.ts'

interface Props {
  desk: Desk
  message: Message
  /** The message is being sent again. */
  onSent: () => void
  onClose: () => void
}

/** Corrects the address that a message did not reach, and sends it again. */
export function CorrectDialog(props: Props) {
  const { desk, message, onClose } = props
  const record = useMemo(() => createRecord(desk, message.appointmentId), [])
  useEffect(() => {
    void record.appointment.load()
    void record.people.load()
  }, [])
  const appointment = record.appointment.known.value.value
  const people = record.people.known.value.value
  if (appointment && people) return <Correction {...props} {...{ record, appointment, people }} />
  return (
    <Dialog title={say('correct.title')} onClose={onClose}>
      {appointment ? (
        <Shown resource={record.people}>{() => null}</Shown>
      ) : (
        <Shown resource={record.appointment}>{() => null}</Shown>
      )}
      <div class={styles.buttons}>
        <Button onClick={onClose}>{say('desk.close')}</Button>
      </div>
    </Dialog>
  )
}

interface CorrectionProps extends Props {
  record: AppointmentRecord
  appointment: Appointment
  people: readonly Person[]
}

const AN_ADDRESS = /^\S+@\S+\.\S+$/

function Correction({ desk, message, record, appointment, people, onSent, onClose }: CorrectionProps) {
  const { api } = desk
  const part = message.channel === 'SMS' ? 'primaryPhone' : 'primaryEmail'
  const customers = people.filter(({ type }) => type === 'CUSTOMER')
  const [customerId, setCustomerId] = useState(
    () => (customers.find((one) => nameOf(one) === message.recipient.displayName) ?? customers[0])?.id ?? '',
  )
  const known = customers.find(({ id }) => id === customerId)?.contact?.[part] ?? ''
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const value = (typed ?? known).trim()
  /** The appointment with the corrected address, so that a retry only sends the message. */
  const saved = useRef<{ after: Appointment; customerId: string; value: string } | undefined>(undefined)
  const resendKey = useRef(newKey())

  const correct = async (seen: Appointment, key: string): Promise<Appointment> => {
    const before = saved.current
    const isStored = before ? before.customerId === customerId && before.value === value : value === known
    const base = before && before.after.version > seen.version ? before.after : seen
    if (isStored) return base
    const after = await api.correct(base, customerId, { [part]: value }, key)
    saved.current = { after, customerId, value }
    return after
  }
  const resend = () =>
    api.resend(message.appointmentId, message.id, resendKey.current).catch((error: unknown) => {
      if (error instanceof ApiError && error.status > 0 && error.status < 500) resendKey.current = newKey()
      throw error instanceof ApiError ? new ResendError(error) : error
    })
  const fault = () => {
    if (value === '') return say(part === 'primaryPhone' ? 'correct.phoneMissing' : 'correct.emailMissing')
    return part === 'primaryEmail' && !AN_ADDRESS.test(value) ? say('booking.emailWrong') : undefined
  }
  const explain = (error: unknown) => {
    if (!(error instanceof ResendError)) return faultText(error)
    const why = resendFaultText(error.error, desk.zone())
    return saved.current ? `${say('correct.saved')} ${why}` : why
  }
  return (
    <ChangeDialog
      {...{ desk, record, appointment, onClose, fault, explain }}
      title={say('correct.title')}
      submit={say('correct.submit')}
      done={say('correct.done')}
      send={async (seen, key) => {
        const after = await correct(seen, key)
        await resend()
        onSent()
        return after
      }}
    >
      <p>{messageName(message)}</p>
      {customers.length > 1 && (
        <Select
          label={say('desk.customer')}
          options={customers.map((one) => [one.id, nameOf(one)] as const)}
          value={customerId}
          onValue={(id) => {
            setCustomerId(id)
            setTyped(undefined)
          }}
        />
      )}
      <TextField
        id="correct-address"
        label={say(part === 'primaryPhone' ? 'booking.phone' : 'booking.email')}
        type={part === 'primaryPhone' ? 'tel' : 'email'}
        autocomplete="off"
        value={typed ?? known}
        onValue={setTyped}
      />
    </ChangeDialog>
  )
}

/** The request to send the message again failed; the address may already be stored. */
class ResendError extends Error {
  readonly error: ApiError
  constructor(error: ApiError) {
    super(error.message)
    this.error = error
  }
}
