import { clockTime } from '../text/times.ts'
import { pageLocale, say, type PlainKey } from '../text/words.ts'
import { wallTimeAt } from '../text/zoned-time.ts'
import styles from './times.module.css'

const NOON = 12
const EVENING = 18

const parts = [
  ['times.morning', 0, NOON],
  ['times.afternoon', NOON, EVENING],
  ['times.evening', EVENING, 24],
] as const satisfies [PlainKey, number, number][]

interface Props {
  /** Starts in milliseconds, in their order. */
  starts: readonly number[]
  zone: string
  /** The time that is being chosen; nothing else can be chosen meanwhile. */
  busy?: number | undefined
  onChoose: (start: number) => void
}

/** The times of a day as buttons, in lists for the parts of the day. A time that occurs twice shows its offset. */
export function Times({ starts, zone, busy, onChoose }: Props) {
  const hourOf = (start: number) => Number(wallTimeAt(start, zone).time.slice(0, 2))
  return (
    <>
      {parts.map(([key, from, until]) => {
        const own = starts.filter((start) => hourOf(start) >= from && hourOf(start) < until)
        if (own.length === 0) return null
        return (
          <div class={styles.part} key={key}>
            <h3 id={key}>{say(key)}</h3>
            <ul class={styles.times} aria-labelledby={key}>
              {own.map((start) => (
                <li key={start}>
                  <button
                    class={styles.time}
                    type="button"
                    aria-disabled={busy === undefined ? undefined : 'true'}
                    data-busy={busy === start ? 'true' : undefined}
                    onClick={() => {
                      if (busy === undefined) onChoose(start)
                    }}
                  >
                    {clockTime(start, zone, pageLocale())}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </>
  )
}
