import { ApiError } from '../../api/send.ts'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { reasonText } from './blocking-reasons.ts'
import styles from './desk.module.css'

/** The kind of choice that a person makes from the calendar. */
export type Choice = 'time' | 'agent'

const texts = {
  time: { title: 'outside.title', mayOverride: 'outside.mayOverride', mayNot: 'outside.mayNot' },
  agent: {
    title: 'outside.agent',
    mayOverride: 'outside.mayOverrideAgent',
    mayNot: 'outside.mayNotAgent',
  },
} as const

/** The reasons why the API rejected a choice as outside the calendar; undefined for any other error. */
export const outsideReasons = (error: unknown): readonly string[] | undefined =>
  error instanceof ApiError && error.code === 'OUTSIDE_AVAILABILITY' ? (error.body?.reasons ?? []) : undefined

interface Props {
  reasons: readonly string[]
  choice: Choice
  /** Undefined if the person may not override the calendar. */
  anyway: { label: string; isBusy: boolean; onPress: () => void } | undefined
}

/** Why a choice is outside the calendar, and a button to keep it anyway. */
export const OutsideCalendar = ({ reasons, choice, anyway }: Props) => (
  <div class={`${styles.note} ${styles.warnNote}`}>
    <Heading level={2} takesFocus text={say(texts[choice].title)} />
    {reasons.length > 0 && (
      <ul>
        {reasons.map((code) => (
          <li key={code}>{reasonText(code)}</li>
        ))}
      </ul>
    )}
    <p>{say(texts[choice][anyway ? 'mayOverride' : 'mayNot'])}</p>
    {anyway && (
      <Button name="anyway" isBusy={anyway.isBusy} onClick={anyway.onPress}>
        {anyway.label}
      </Button>
    )}
  </div>
)
