import { useEffect, useMemo, useState } from 'preact/hooks'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Appointment } from '../api/shapes.ts'
import { mayReassign } from '../appointment/may-change.ts'
import { createRecord } from '../appointment/record.ts'
import { ReassignDialog } from '../appointment/reassign-dialog.tsx'
import type { Affected } from '../calendar/calendars-api.ts'
import type { Desk } from '../desk.ts'
import { agentName, customerNames } from '../people.ts'
import { addressOf, place } from '../place.ts'
import { createResource } from '../resource.ts'
import { Chip } from '../ui/chip.tsx'
import { Shown } from '../ui/shown.tsx'
import { useNow } from '../ui/use-now.ts'
import { View } from '../ui/view.tsx'
import styles from '../ui/desk.module.css'
import team from './team.module.css'
import { becameOf, createAffected, type Became } from './affected.ts'

interface Props {
  desk: Desk
  exceptionId: string
  agentId: string
}

/** The appointments that an absence affects. Each needs another agent, and shows its current state. */
export function AffectedPage({ desk, exceptionId, agentId }: Props) {
  const now = useNow()
  const affected = useMemo(() => createAffected(desk, exceptionId), [])
  const agent = useMemo(() => createResource(() => desk.api.calendars.agent(agentId)), [])
  const [open, setOpen] = useState<Appointment | undefined>(undefined)
  useEffect(() => {
    void affected.rows.load()
    void agent.load()
    return affected.follow()
  }, [])
  const name = agentName(agent.known.value.value ?? { id: agentId })
  const all = affected.affected.value
  const appointments = affected.rows.known.value.value?.content
  /** The day and the team that the person came from. */
  const before = Object.fromEntries(place.value.query)
  const title = appointments ? say('affected.title', { count: all.length }) : say('affected.loading')
  const isKept = ({ id, ...one }: Appointment) =>
    all.some((past) => past.appointmentId === id && becameOf(past, { id, ...one }) === 'kept')
  return (
    <View title={title}>
      <p class={styles.soft}>{say('affected.absence', { name })}</p>
      <Shown resource={affected.rows}>
        {({ content }) => (
          <>
            <p role="status">
              {content.length === 0
                ? say('affected.none')
                : say('affected.left', { count: content.filter(isKept).length })}
            </p>
            {content.length > 0 && (
              <ul class={`${styles.rows} ${team.affected}`}>
                {content.map((one) => (
                  <AffectedRow
                    key={one.id}
                    {...{ desk, now, name }}
                    appointment={one}
                    before={all.find(({ appointmentId }) => appointmentId === one.id)}
                    onReassign={() => setOpen(one)}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </Shown>
      <p class={styles.pages}>
        {affected.isMore.value && (
          <Button onClick={() => void affected.rows.load()}>{say('affected.more')}</Button>
        )}
        <a
          class="button"
          href={addressOf('team', undefined, { ...before, absence: undefined, agent: undefined })}
        >
          {say('affected.back')}
        </a>
      </p>
      {open && (
        <Reassign
          key={open.id}
          desk={desk}
          appointment={open}
          onClose={() => setOpen(undefined)}
          onChange={(after) => affected.show(after)}
        />
      )}
    </View>
  )
}

interface ReassignProps {
  desk: Desk
  appointment: Appointment
  onClose: () => void
  onChange: (after: Appointment) => void
}

/** The dialog that gives one appointment to another agent. */
function Reassign({ desk, appointment, onClose, onChange }: ReassignProps) {
  const record = useMemo(() => {
    const made = createRecord(desk, appointment.id)
    made.appointment.set(appointment)
    return made
  }, [])
  const close = () => {
    const after = record.appointment.known.peek().value
    if (after) onChange(after)
    onClose()
  }
  return <ReassignDialog {...{ desk, record, appointment }} onClose={close} />
}

const looks = {
  kept: { icon: 'warn', look: 'warn' },
  reassigned: { icon: 'check', look: 'good' },
  moved: { icon: 'clock', look: 'accent' },
  unassigned: { icon: 'dash', look: 'warn' },
  cancelled: { icon: 'cross', look: undefined },
  over: { icon: 'dash', look: undefined },
} as const satisfies Record<Became, object>

interface RowProps {
  desk: Desk
  appointment: Appointment
  before: Affected | undefined
  /** Name of the absent agent. */
  name: string
  now: number
  onReassign: () => void
}

function AffectedRow({ desk, appointment, before, name, now, onReassign }: RowProps) {
  const { id, start, title, organizer } = appointment
  const [zone, locale] = [desk.zone(), pageLocale()]
  const became = before ? becameOf(before, appointment) : 'kept'
  const texts: Record<Became, string> = {
    kept: say('affected.kept', { name }),
    reassigned: say('affected.reassigned', { name: organizer ? agentName(organizer) : '' }),
    moved: say('affected.moved', { time: moment(Date.parse(start), zone, locale) }),
    unassigned: say('desk.unassigned'),
    cancelled: say('standing.cancelled'),
    over: say('standing.over'),
  }
  const isStill = became === 'kept' || became === 'moved' || became === 'unassigned'
  const names = customerNames(appointment)
  return (
    <li class={styles.row}>
      <p>
        <time dateTime={start}>{moment(Date.parse(start), zone, locale)}</time>
      </p>
      <div class={styles.what}>
        <p>
          <a href={addressOf('appointments', id)}>
            <bdi>{names}</bdi>
          </a>
        </p>
        {title !== undefined && title !== '' && (
          <p class={styles.soft}>
            <bdi>{title}</bdi>
          </p>
        )}
      </div>
      <p class={styles.standing}>
        <Chip {...looks[became]} text={texts[became]} />
      </p>
      <p class={styles.act}>
        {isStill && mayReassign(desk, appointment, now) && (
          <Button name="reassign" onClick={onReassign}>
            {say('record.reassign')}
            <span class="unseen"> {names}</span>
          </Button>
        )}
      </p>
    </li>
  )
}
