import type { Appointment } from '../api/appointment.ts'
import { cityOf, haveSameTime, oneLine, timesOf, zoneNameOf } from '../text/times.ts'
import { pageLocale, say } from '../text/words.ts'
import { knownZone } from '../text/zoned-time.ts'
import styles from '../ui/parts.module.css'
import { shownZone, showZone, zonesToShow } from './zone.ts'

export const spanOf = ({ start, end }: Pick<Appointment, 'start' | 'end'>) => ({
  start: Date.parse(start),
  end: Date.parse(end),
})

interface Props {
  appointment: Appointment
  isStruck?: boolean
  /** Whether the zone can be changed here. */
  hasChoice?: boolean
}

/** When an appointment takes place: in the shown zone and, if the time differs there, in its own. */
export function When({ appointment, isStruck = false, hasChoice = false }: Props) {
  const span = spanOf(appointment)
  const own = knownZone(appointment.timezone)
  const zone = shownZone()
  const locale = pageLocale()
  const { day, hours } = timesOf(span, zone, locale)
  return (
    <div class={isStruck ? `${styles.when} ${styles.struck}` : styles.when}>
      <p class={styles.day}>{day}</p>
      <p class={styles.hours}>{hours}</p>
      {hasChoice ? (
        <ZoneChoice appointmentZone={own} at={span.start} />
      ) : (
        <p class={styles.soft}>{zoneNameOf(span.start, zone, locale)}</p>
      )}
      {!haveSameTime(span, zone, own) && (
        <p class={styles.soft}>
          {say('time.elsewhere', {
            times: oneLine(span, own, locale),
            zone: zoneNameOf(span.start, own, locale),
          })}
        </p>
      )}
    </div>
  )
}

function ZoneChoice({ appointmentZone, at }: { appointmentZone: string; at: number }) {
  const zone = shownZone()
  return (
    <>
      <p class={styles.soft}>{say('time.shown', { zone: zoneNameOf(at, zone, pageLocale()) })}</p>
      <label class={styles.zone}>
        <span class={styles.label}>{say('time.zone')}</span>
        <select class={styles.input} value={zone} onChange={(event) => showZone(event.currentTarget.value)}>
          {zonesToShow(appointmentZone).map((one) => (
            <option key={one} value={one} selected={one === zone}>
              {cityOf(one)}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
