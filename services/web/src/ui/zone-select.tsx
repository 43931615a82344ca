import { cityOf } from '../text/times.ts'
import { pageLocale, say } from '../text/words.ts'
import styles from './parts.module.css'

interface Props {
  zone: string
  zones: readonly string[]
  onChange: (zone: string) => void
}

/** The choice of the time zone in which the page shows times; zones are named for cities. */
export function ZoneSelect({ zone, zones, onChange }: Props) {
  const sorted = [...zones].sort((one, other) => cityOf(one).localeCompare(cityOf(other), pageLocale()))
  return (
    <label class={styles.zone}>
      <span class={styles.label}>{say('time.zone')}</span>
      <select class={styles.input} value={zone} onChange={(event) => onChange(event.currentTarget.value)}>
        {sorted.map((one) => (
          <option key={one} value={one} selected={one === zone}>
            {cityOf(one)}
          </option>
        ))}
      </select>
    </label>
  )
}
