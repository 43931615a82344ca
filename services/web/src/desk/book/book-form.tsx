import { useMemo, useState } from 'preact/hooks'
import type { ServiceType } from '../../api/booking.ts'
import { ApiError, newKey } from '../../api/send.ts'
import { say, type PlainKey } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Fault } from '../../ui/fault.tsx'
import { TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import type { Desk } from '../desk.ts'
import { explained } from '../explained.ts'
import { faultText } from '../fault-text.ts'
import { addressOf, go } from '../place.ts'
import { OutsideCalendar, outsideReasons } from '../ui/outside-calendar.tsx'
import { noTime, TIME_FIELD, TimeChoice } from '../ui/time-choice.tsx'
import styles from '../ui/desk.module.css'
import {
  emptyDraft,
  faultsOf,
  offerOf,
  ofService,
  requestOf,
  unanswered,
  type Draft,
  type FieldName,
} from './booking.ts'
import { questionId, Questions } from './questions.tsx'
import { ServiceChoice } from './service-choice.tsx'
import { WhoChoice } from './who-choice.tsx'

const faultNames: Record<Exclude<FieldName, 'time'>, PlainKey> = {
  agent: 'reassigning.choose',
  name: 'booking.nameMissing',
  contact: 'booking.contactMissing',
  email: 'booking.emailWrong',
  answers: 'booking.answersMissing',
}

const fieldIds = {
  agent: 'book-agent',
  name: 'book-firstName',
  contact: 'book-email',
  email: 'book-email',
  time: TIME_FIELD,
} as const satisfies Partial<Record<FieldName, string>>

/** The time that the form proposes first is an hour ahead. */
const FIRST_AHEAD_MS = 3_600_000

interface Props {
  desk: Desk
  services: readonly ServiceType[]
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onClose: () => void
  onBooked: () => void
}

/** The form of a booking: what, with whom, when, and for which customer. */
export function BookForm({ desk, services, isBusy, onBusy, onClose, onBooked }: Props) {
  const { api, me } = desk
  const application = desk.application.value
  const zone = desk.zone()
  const [draft, setDraft] = useState<Draft>(() => ({ ...emptyDraft, ...ofService(services[0]) }))
  const [time, setTime] = useState(noTime)
  const [faults, setFaults] = useState<readonly FieldName[]>([])
  const [fault, setFault] = useState<{ text: string } | undefined>(undefined)
  const [outside, setOutside] = useState<readonly string[] | undefined>(undefined)
  /** How often another booking took the chosen time. */
  const [losses, setLosses] = useState(0)
  const attempt = useMemo(() => ({ key: newKey(), isAnyway: false }), [])
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))

  const service = services.find(({ id }) => id === draft.serviceTypeId)
  const offer = offerOf(draft, service, {
    applicationId: application.id,
    userId: desk.is('ROLE_AGENT') ? me.userId : undefined,
  })
  const source = useMemo(() => offer && api.offeredTimes(offer), [JSON.stringify(offer), losses])

  const submit = async (isAnyway = false) => {
    const found = faultsOf(draft, service, time.start)
    setFaults(found)
    setFault(undefined)
    if (isBusy || found.length > 0 || time.start === undefined) return
    onBusy(true)
    if (isAnyway !== attempt.isAnyway) Object.assign(attempt, { key: newKey(), isAnyway })
    try {
      const made = {
        applicationId: application.id,
        timezone: application.timezone,
        start: time.start,
        isOverride: isAnyway,
        draft,
      }
      const { id } = await api.book(requestOf(made), attempt.key)
      onBooked()
      go(addressOf('appointments', id))
    } catch (error) {
      const reasons = outsideReasons(error)
      if (reasons) setOutside(reasons)
      else setFault({ text: faultText(error) })
      if (error instanceof ApiError && error.code === 'SLOT_TAKEN') setLosses(losses + 1)
    }
    onBusy(false)
  }
  const summary = useMemo(
    () =>
      faults.map((name) => ({
        field: name === 'answers' ? questionId(unanswered(draft, service)?.id ?? '') : fieldIds[name],
        text: say(name === 'time' ? time.fault : faultNames[name]),
      })),
    [faults],
  )
  const field = (
    name: 'firstName' | 'lastName' | 'email' | 'phone' | 'title',
    label: PlainKey,
    type = 'text',
  ) => (
    <TextField
      id={`book-${name}`}
      label={say(label)}
      type={type}
      autocomplete="off"
      value={draft[name]}
      fault={
        (faults.includes('email') && name === 'email') || (faults.includes('name') && name === 'firstName')
          ? say(faultNames[name === 'email' ? 'email' : 'name'])
          : undefined
      }
      onValue={(value) => change({ [name]: value })}
    />
  )
  return (
    <form
      class={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onInput={() => {
        setFault(undefined)
        setOutside(undefined)
        Object.assign(attempt, { key: newKey(), isAnyway: false })
      }}
    >
      <ErrorSummary title={say('book.problem')} faults={summary} />
      <Fault fault={fault} />
      <ServiceChoice
        services={services}
        service={service}
        duration={draft.duration}
        onService={(chosen) => change(ofService(chosen))}
        onDuration={(duration) => change({ duration })}
      />
      {!service && field('title', 'list.title')}
      <WhoChoice
        api={api}
        hasQueue={service?.queueId !== undefined}
        isAgent={desk.is('ROLE_AGENT')}
        target={draft.target}
        onTarget={(target) => change({ target })}
      />
      <TimeChoice
        source={source}
        zone={zone}
        first={Date.now() + FIRST_AHEAD_MS}
        explain={(start) =>
          offer ? explained(api, offer, start) : Promise.reject(new ApiError(404, 'CALENDAR_NOT_FOUND'))
        }
        onChoose={setTime}
      />
      <div class={styles.pair}>
        {field('firstName', 'booking.firstName')}
        {field('lastName', 'booking.lastName')}
        {field('email', 'booking.email', 'email')}
        {field('phone', 'booking.phone', 'tel')}
      </div>
      {service && (
        <Questions
          questions={service.intake}
          answers={draft.answers}
          onAnswers={(answers) => change({ answers })}
        />
      )}
      <label>
        <span class={parts.label}>
          {say(application.notesForCustomers ? 'booking.notesForCustomers' : 'booking.notesForStaff')}
        </span>
        <textarea
          class={parts.input}
          rows={2}
          maxLength={4000}
          value={draft.notes}
          onInput={(event) => change({ notes: event.currentTarget.value })}
        />
      </label>
      {outside && (
        <OutsideCalendar
          reasons={outside}
          choice="time"
          anyway={
            application.mayOverrideCalendar
              ? { label: say('booking.anyway'), isBusy, onPress: () => void submit(true) }
              : undefined
          }
        />
      )}
      <div class={styles.buttons}>
        <Button look="main" isBusy={isBusy}>
          {say(isBusy ? 'form.busy' : 'booking.submit')}
        </Button>
        <Button isBusy={isBusy} onClick={onClose}>
          {say('desk.close')}
        </Button>
      </div>
    </form>
  )
}
