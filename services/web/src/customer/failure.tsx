import { ApiError } from '../api/send.ts'
import { clockTime } from '../text/times.ts'
import { pageLocale, say } from '../text/words.ts'
import { NoticePage } from '../ui/notice.tsx'
import { meaningOf } from './phase.ts'
import { shownZone } from './zone.ts'

/** Too many requests, and from when on they are accepted again. */
export const busyText = (error: unknown): string[] => [
  say('fault.busy'),
  ...(error instanceof ApiError && error.retryAt !== undefined
    ? [say('fault.retryAt', { time: clockTime(error.retryAt, shownZone(), pageLocale()) })]
    : []),
]

interface FailurePageProps {
  error: unknown
  /** Whether it follows something that the visitor did. */
  takesFocus?: boolean
  onRetry: () => void
}

/** A page whose appointment could not be read: its link does not work, or the service cannot be reached. */
export function FailurePage({ error, takesFocus = false, onRetry }: FailurePageProps) {
  const meaning = error instanceof ApiError ? meaningOf(error) : 'noReply'
  if (meaning === 'gone')
    return (
      <NoticePage
        takesFocus={takesFocus}
        heading={say('end.gone')}
        text={[say('end.why'), say('end.latest')]}
      />
    )
  if (meaning === 'busy') {
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
