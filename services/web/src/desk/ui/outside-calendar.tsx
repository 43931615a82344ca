import { ApiError } from '../../api/send.ts'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { reasonText } from './blocking-reasons.ts'
import styles from './desk.module.css'

/** The reasons why the API rejected a time as outside the calendar; undefined for any other error. */
export const outsideReasons = (error: unknown): readonly string[] | undefined =>
  error instanceof ApiError && error.code === 'OUTSIDE_AVAILABILITY' ? (error.body?.reasons ?? []) : undefined

interface Props {
  reasons: readonly string[]
  /** Undefined if the person may not book outside the calendar. */
  anyway: { label: string; isBusy: boolean; onPress: () => void } | undefined
}

/** Why a time is outside the calendar, and a button to choose it anyway. */
export const OutsideCalendar = ({ reasons, anyway }: Props) => (
  <div class={`${styles.note} ${styles.warnNote}`}>
    <Heading level={2} takesFocus text={say('outside.title')} />
    {reasons.length > 0 && (
      <ul>
        {reasons.map((code) => (
          <li key={code}>{reasonText(code)}</li>
        ))}
      </ul>
    )}
    <p>{say(anyway ? 'outside.mayOverride' : 'outside.mayNot')}</p>
    {anyway && (
      <Button name="anyway" isBusy={anyway.isBusy} onClick={anyway.onPress}>
        {anyway.label}
      </Button>
    )}
  </div>
)
