import { useMemo, useState } from 'preact/hooks'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { isSameMinute } from '../../text/zoned-time.ts'
import { explained } from '../explained.ts'
import { noTime, TimeChoice } from '../ui/time-choice.tsx'
import type { ActionProps } from './action-props.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { mayOverrideCalendar } from './may-change.ts'

/** Moves the appointment to a free time, or to any other one if there is no calendar or the person overrides it. */
export function MoveDialog({ desk, record, appointment, onClose }: ActionProps) {
  const zone = desk.zone()
  const before = Date.parse(appointment.start)
  const [time, setTime] = useState(noTime)
  const source = useMemo(() => desk.api.freeTimes(appointment.id), [])
  const explain = (start: number) => explained(desk.api, { appointmentId: appointment.id }, start)
  const fault = () => {
    if (time.start === undefined) return say(time.fault)
    return isSameMinute(time.start, before) ? say('fault.same') : undefined
  }
  return (
    <ChangeDialog
      {...{ desk, record, appointment, onClose, fault }}
      title={say('moving.title')}
      submit={say('moving.submit')}
      done={say('moving.done')}
      anyway={mayOverrideCalendar(desk, appointment) ? say('moving.anyway') : undefined}
      send={(seen, key, isAnyway) => desk.api.move(seen, time.start ?? before, isAnyway, key)}
    >
      <p>{say('moving.now', { time: moment(before, zone, pageLocale()) })}</p>
      <TimeChoice source={source} zone={zone} first={before} explain={explain} onChoose={setTime} />
    </ChangeDialog>
  )
}
