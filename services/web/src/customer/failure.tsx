import { ApiError } from '../api/send.ts'
import { spokenTime } from '../text/times.ts'
import { pageLocale, say, type PlainKey } from '../text/words.ts'
import { NoticePage } from '../ui/notice.tsx'
import { linkEndOf, meaningOf, type LinkEnd } from './phase.ts'
import { shownZone } from './zone.ts'

/** The text for too many requests, and when another attempt is allowed. */
export const busyText = (error: unknown): string[] => [
  say('fault.busy'),
  ...(error instanceof ApiError && error.retryAt !== undefined
    ? [say('fault.retryAt', { time: spokenTime(error.retryAt, shownZone(), pageLocale()) })]
    : []),
]

/** Why there are no free times to show. */
export const calendarFault = (error: unknown): string =>
  error instanceof ApiError && meaningOf(error) === 'busy' ? busyText(error).join(' ') : say('times.failed')

/** Heading and text for a link that gives no access any more. */
const END_TEXTS: Record<LinkEnd, readonly [PlainKey, ...PlainKey[]]> = {
  replaced: ['end.replaced', 'end.useLatest'],
  cancelled: ['end.cancelled'],
  over: ['end.over'],
  unknown: ['end.unknown', 'end.copied'],
  gone: ['end.gone', 'end.why', 'end.latest'],
}

interface FailurePageProps {
  error: unknown
  /** Whether it follows something that the visitor did. */
  takesFocus?: boolean
  onRetry: () => void
}

/** A page whose appointment could not be read: its link does not work, or the service cannot be reached. */
export function FailurePage({ error, takesFocus = false, onRetry }: FailurePageProps) {
  const end = error instanceof ApiError ? linkEndOf(error) : undefined
  if (end !== undefined) {
    const [heading, ...text] = END_TEXTS[end]
    return <NoticePage takesFocus={takesFocus} heading={say(heading)} text={text.map((one) => say(one))} />
  }
  if (error instanceof ApiError && meaningOf(error) === 'busy') {
    const [heading = '', ...text] = busyText(error)
    return <NoticePage takesFocus={takesFocus} heading={heading} text={text} onRetry={onRetry} />
  }
  return (
    <NoticePage
      takesFocus={takesFocus}
      heading={say('fault.offline')}
      text={[say('fault.connection')]}
      onRetry={onRetry}
    />
  )
}
