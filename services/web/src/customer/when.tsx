import type { Appointment } from '../api/appointment.ts'
import { haveSameTime, oneLine, timesOf, zoneNameOf } from '../text/times.ts'
import { pageLocale, say } from '../text/words.ts'
import { knownZone } from '../text/zoned-time.ts'
import styles from '../ui/parts.module.css'
import { ZoneSelect } from '../ui/zone-select.tsx'
import { showZone, zoneOf, zonesToShow } from './zone.ts'

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
  const zone = zoneOf(appointment)
  const locale = pageLocale()
  const { day, hours } = timesOf(span, zone, locale)
  return (
    <div class={isStruck ? `${styles.when} ${styles.struck}` : styles.when}>
      <p class={styles.day}>{day}</p>
      <p class={styles.hours}>{hours}</p>
      {hasChoice ? (
        <ZoneChoice zone={zone} appointmentZone={own} at={span.start} />
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

interface ZoneChoiceProps {
  zone: string
  appointmentZone: string
  at: number
}

/** The zone of the times; opening it shows the others. */
function ZoneChoice({ zone, appointmentZone, at }: ZoneChoiceProps) {
  return (
    <details class={styles.zoneChoice}>
      <summary>
        {zoneNameOf(at, zone, pageLocale())} <span class={styles.link}>{say('time.change')}</span>
      </summary>
      <ZoneSelect zone={zone} zones={zonesToShow(appointmentZone)} onChange={showZone} />
    </details>
  )
}
