import { say } from '../../text/words.ts'
import { Field } from '../../ui/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import parts from '../../ui/parts.module.css'
import { DayAndTime } from '../day-and-time.tsx'
import { showZone } from '../zone.ts'
import type { Book } from './book.ts'
import { durationText } from './service-texts.ts'

/** The choice of a day and a time. */
export function TimeStep({ book }: { book: Book }) {
  const { choice, choosing, notice } = book
  const calendar = choice.calendar.value
  return (
    <>
      {notice.value && (
        <div class={`${parts.notice} ${parts.warn}`}>
          <Heading level={2} takesFocus text={notice.value.text} />
        </div>
      )}
      <DurationChoice book={book} />
      {calendar && (
        <DayAndTime
          calendar={calendar}
          zone={choice.zone.value}
          ownZone={choice.placeZone.value}
          busy={choosing.value}
          hasNotice={notice.value !== undefined}
          onZone={(zone) => {
            showZone(zone)
            void calendar.reload()
          }}
          onChoose={(time) => void book.chooseTime(time)}
          onDay={(day) => void book.goTo('time', day)}
        />
      )}
    </>
  )
}

/** Shown only if the service has several durations. */
function DurationChoice({ book: { choice, chooseDuration } }: { book: Book }) {
  const durations = choice.service.value?.durations ?? []
  if (durations.length < 2) return null
  return (
    <Field id="duration" label={say('book.duration')}>
      {(described) => (
        <select
          class={parts.input}
          {...described}
          value={choice.duration.value}
          onChange={(event) => void chooseDuration(event.currentTarget.value)}
        >
          {durations.map((one) => (
            <option key={one} value={one} selected={one === choice.duration.value}>
              {durationText(one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
