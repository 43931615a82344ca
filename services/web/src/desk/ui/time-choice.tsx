import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { FreeTime, FreeTimes } from '../../api/free-times.ts'
import { ApiError } from '../../api/send.ts'
import { clockTime, moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { instantsOf, wallTimeAt } from '../../text/zoned-time.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/parts.module.css'
import { WhichOfTwo } from '../../ui/which-of-two.tsx'
import { dayOf } from '../day.ts'
import { createResource } from '../resource.ts'
import styles from './desk.module.css'
import { Shown } from './shown.tsx'
import { WhyNot, type Explain } from './why-not.tsx'

/** Without a calendar no times can be offered. */
type Offer = 'none' | { times: readonly FreeTime[]; next: FreeTime | undefined }

/** The chosen time. */
export interface ChosenTime {
  /** Milliseconds since 1970; undefined before a time is chosen. */
  start: number | undefined
  /** Why there is none. */
  fault: 'moving.choose' | 'fault.incomplete' | 'fault.never'
}

/** Before the person chooses one. */
export const noTime: ChosenTime = { start: undefined, fault: 'moving.choose' }

interface Props {
  /** Undefined if no times can be offered. Pass the same object on every render: a new one loads the times again. */
  source: FreeTimes | undefined
  zone: string
  /** The time to show first. */
  first: number
  explain: Explain
  onChoose: (time: ChosenTime) => void
}

/** The id of the field with the day. */
export const TIME_FIELD = 'time-day'

/** A day and its free times. If there is no calendar, or the person wants a time outside it, the time is typed. */
export function TimeChoice({ source, zone, first, explain, onChoose }: Props) {
  const [date, setDate] = useState(dayOf(first, zone))
  const offer = useMemo(
    () => source && createResource(() => readOffer(source, date, zone)),
    [source, date, zone],
  )
  useEffect(() => void offer?.load(), [offer])
  // a chosen time is valid only for the offer that it is part of
  const [picked, setPicked] = useState<{ of: typeof offer; start: number } | undefined>(undefined)
  const dateField = useRef<HTMLInputElement>(null)
  const [isOther, setOther] = useState(false)
  const [time, setTime] = useState(wallTimeAt(first, zone).time)

  const hasCalendar = offer && offer.known.value.value !== 'none'
  const isTyped = !hasCalendar || isOther
  const start = picked?.of === offer ? picked?.start : undefined
  const instants = instantsOf({ date, time }, zone)
  const [isSecond, setSecond] = useState((instants[1] ?? Infinity) <= first)
  const typed = (isSecond ? instants[1] : undefined) ?? instants[0]
  const chosen = isTyped ? typed : start
  const fault = isTyped ? (time === '' ? 'fault.incomplete' : 'fault.never') : noTime.fault
  useEffect(() => {
    onChoose({ start: chosen, fault })
  }, [chosen, fault])
  return (
    <>
      <label>
        <span class={parts.label}>{say('move.date')}</span>
        <input
          class={parts.input}
          id={TIME_FIELD}
          type="date"
          ref={dateField}
          value={date}
          onChange={(event) => {
            if (event.currentTarget.value !== '') setDate(event.currentTarget.value)
          }}
        />
      </label>
      {isTyped && (
        <label>
          <span class={parts.label}>{say('move.time')}</span>
          <input
            class={parts.input}
            type="time"
            value={time}
            onInput={(event) => setTime(event.currentTarget.value)}
          />
        </label>
      )}
      {isTyped && instants.length > 1 && (
        <WhichOfTwo instants={instants} zone={zone} isSecond={isSecond} onChange={setSecond} />
      )}
      {isTyped && hasCalendar && typed !== undefined && (
        <WhyNot start={typed} zone={zone} explain={explain} />
      )}
      {offer && !isTyped && (
        <Shown resource={offer}>
          {(found) =>
            found !== 'none' && (
              <Offered
                {...found}
                zone={zone}
                chosen={start}
                onChoose={(one) => setPicked({ of: offer, start: one })}
                onNext={(next) => {
                  setDate(dayOf(next, zone))
                  // the pressed button disappears
                  dateField.current?.focus()
                }}
              />
            )
          }
        </Shown>
      )}
      {hasCalendar && (
        <label class={styles.tick}>
          <input
            type="checkbox"
            name="other-time"
            checked={isOther}
            onChange={(event) => setOther(event.currentTarget.checked)}
          />
          {say('moving.other')}
        </label>
      )}
    </>
  )
}

/** The free times of a day; if it has none, also the next one. @throws ApiError */
async function readOffer(source: FreeTimes, date: string, zone: string): Promise<Offer> {
  try {
    // staff need no notice, so their slots may have begun already; such a time can still be typed
    const times = (await source.times(date, zone)).filter(({ start }) => start > Date.now())
    return { times, next: times.length === 0 ? await source.next(zone) : undefined }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'none'
    throw error
  }
}

interface OfferedProps {
  times: readonly FreeTime[]
  next: FreeTime | undefined
  zone: string
  chosen: number | undefined
  onChoose: (start: number) => void
  /** Shows the day of the next free time. */
  onNext: (start: number) => void
}

/** The free times of a day as choices. */
function Offered({ times, next, zone, chosen, onChoose, onNext }: OfferedProps) {
  if (times.length === 0)
    return (
      <div class={styles.note}>
        <p>{say('moving.none')}</p>
        {next && (
          <Button onClick={() => onNext(next.start)}>
            {say('times.next', { moment: moment(next.start, zone, pageLocale()) })}
          </Button>
        )}
      </div>
    )
  return (
    <fieldset class={styles.agents}>
      <legend class={parts.label}>{say('moving.free')}</legend>
      <div class={styles.times}>
        {times.map(({ start }) => (
          <label key={start} class={styles.time}>
            <input type="radio" name="time" checked={start === chosen} onChange={() => onChoose(start)} />
            {clockTime(start, zone, pageLocale())}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
