import { clockTime } from '../text/times.ts'
import { pageLocale, say } from '../text/words.ts'
import styles from './parts.module.css'

interface Props {
  instants: readonly number[]
  zone: string
  isSecond: boolean
  onChange: (isSecond: boolean) => void
}

/** Asks which of two instants is meant, because the clocks show the typed time twice. */
export const WhichOfTwo = ({ instants, zone, isSecond, onChange }: Props) => (
  <fieldset class={styles.group}>
    <legend class={styles.label}>{say('move.twice')}</legend>
    {instants.map((instant, index) => (
      <label class={styles.choice} key={instant}>
        <input
          type="radio"
          name="which"
          checked={isSecond === (index === 1)}
          onChange={() => onChange(index === 1)}
        />
        {say(index === 0 ? 'move.first' : 'move.second', { time: clockTime(instant, zone, pageLocale()) })}
      </label>
    ))}
  </fieldset>
)
