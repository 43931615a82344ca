import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Appointment } from '../../api/appointment.ts'
import type { Session } from '../../api/session.ts'
import { moment } from '../../text/times.ts'
import { kept, pageLocale, say } from '../../text/words.ts'
import { isSameMinute, knownZone } from '../../text/zoned-time.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/fault.tsx'
import { Heading } from '../../ui/heading.tsx'
import styles from '../../ui/parts.module.css'
import type { FreeTime } from '../../api/free-times.ts'
import { createCalendar } from '../calendar.ts'
import { DayAndTime } from '../day-and-time.tsx'
import { HoldNotice } from '../hold-notice.tsx'
import { createHolding, isTaken, onLeaving } from '../holding.ts'
import { showZone, zoneOf } from '../zone.ts'
import { ChangeForm, faultText } from './change-form.tsx'
import { isUnsettled, type Changes } from './manage.ts'

interface Props {
  appointment: Appointment
  session: Session
  changes: Changes
  onClose: () => void
}

/** Moves the appointment to a free time, which is held while the customer is asked whether to change it. */
export function MoveToFreeTime({ appointment, session, changes, onClose }: Props) {
  const zone = zoneOf(appointment)
  const [chosen, setChosen] = useState<FreeTime>()
  const [busy, setBusy] = useState<FreeTime>()
  const [fault, setFault] = useState<{ readonly text: string }>()
  const isSending = useRef(false)
  const { calendar, holding } = useMemo(() => {
    const source = createCalendar({ source: session.freeTimes, zone: () => zoneOf(appointment) })
    const lose = () => {
      // the move that is being sent may have the time by now; if another customer has it, the response says so
      if (!isSending.current) giveUp()
    }
    return {
      calendar: source,
      holding: createHolding({
        holds: session.holds(appointment),
        isFree: (time) => source.isFree(time),
        onLost: lose,
      }),
    }
  }, [session, appointment.id])
  useEffect(() => {
    void calendar.open()
    const release = () => void holding.release()
    const stop = onLeaving(release)
    return () => {
      stop()
      release()
    }
  }, [calendar, holding])

  const failed = calendar.view.value.kind === 'failed' ? calendar.view.value : undefined
  useEffect(() => {
    if (failed) void changes.rejected(failed.error)
  }, [failed])

  /** Returns to the free times, because the chosen one is not free any more. */
  const giveUp = () => {
    setChosen(undefined)
    setFault(kept(() => say('fault.taken')))
    void calendar.reload()
  }
  /** Makes an entry of the history, to which Back returns. */
  const enter = (day: string | undefined) => history.pushState({ day }, '')
  useEffect(() => {
    // Back from the first day returns to the month
    history.replaceState({ day: undefined }, '')
    const visit = async ({ state }: PopStateEvent) => {
      setChosen(undefined)
      setFault(undefined)
      // times that are read before the hold has ended would lack the released one
      await holding.release()
      const { day } = (state as { day?: string } | null) ?? {}
      if (day !== undefined) await calendar.showDay(day)
      else if (calendar.view.value.kind === 'day') await calendar.leaveDay()
    }
    const listener = (event: PopStateEvent) => void visit(event)
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [calendar, holding])

  const choose = async (time: FreeTime) => {
    if (busy) return
    if (isSameMinute(time.start, Date.parse(appointment.start))) {
      setFault(kept(() => say('fault.same')))
      return
    }
    setFault(undefined)
    setBusy(time)
    changes.renew()
    try {
      await holding.choose(time)
      const shown = calendar.view.value
      enter(shown.kind === 'day' ? shown.date : undefined)
      setChosen(time)
    } catch (error) {
      const shownError = await changes.rejected(error)
      if (isTaken(shownError)) giveUp()
      else if (shownError !== undefined) setFault(kept(() => faultText(shownError)))
    }
    setBusy(undefined)
  }
  const submit = async (time: FreeTime) => {
    const held = holding.view.value
    const holdId = held.kind === 'held' ? held.id : undefined
    isSending.current = true
    const error = await changes.move({ start: time.start, holdId }, () => holding.forget())
    isSending.current = false
    if (isTaken(error)) {
      giveUp()
      return undefined
    }
    // the hold may be the new time by now, so its end does not mean that another customer has the time
    if (isUnsettled(error)) holding.forget()
    return error
  }

  if (chosen) {
    const at = (instant: number) => moment(instant, zone, pageLocale())
    return (
      <ChangeForm
        key="question"
        heading={say('move.question', { from: at(Date.parse(appointment.start)), to: at(chosen.start) })}
        look="main"
        submit={say('move.yes')}
        keep={say('move.no')}
        onSubmit={() => submit(chosen)}
        onClose={() => {
          setChosen(undefined)
          void holding.release().then(() => calendar.reload())
        }}
      >
        <HoldNotice holding={holding} zone={zone} onContinue={() => void choose(chosen)} />
      </ChangeForm>
    )
  }
  return (
    <div class={styles.panel}>
      <Heading level={2} takesFocus={calendar.view.value.kind !== 'day'} text={say('move.title')} />
      <Fault fault={fault} />
      <DayAndTime
        calendar={calendar}
        zone={zone}
        ownZone={knownZone(appointment.timezone)}
        busy={busy}
        hasNotice={fault !== undefined}
        onZone={(wanted) => {
          showZone(wanted)
          void calendar.reload()
        }}
        onChoose={(time) => void choose(time)}
        onDay={(date) => {
          setFault(undefined)
          enter(date)
          void (date === undefined ? calendar.leaveDay() : calendar.showDay(date))
        }}
      />
      <p>
        <Button onClick={onClose}>{say('move.back')}</Button>
      </p>
    </div>
  )
}
