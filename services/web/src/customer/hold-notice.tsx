import { useEffect, useRef } from 'preact/hooks'
import { spokenTime } from '../text/times.ts'
import { pageLocale, say } from '../text/words.ts'
import { announce } from '../ui/announce.ts'
import { Button } from '../ui/button.tsx'
import styles from '../ui/parts.module.css'
import type { Holding } from './holding.ts'
import { shownZone } from './zone.ts'

interface Props {
  holding: Holding
  zone: string
  /** Called when the visitor continues with a time whose hold has ended. */
  onContinue: () => Promise<void> | void
}

/** The state of the chosen time: it is held for a while, it is not reserved, or its hold has ended. */
export function HoldNotice({ holding, zone, onContinue }: Props) {
  const view = holding.view.value
  const notice = useRef<HTMLDivElement>(null)
  const at = (instant: number) => spokenTime(instant, zone, pageLocale())
  // the visitor's own clock, which may differ from that of the place
  const ends = (instant: number) => spokenTime(instant, shownZone(), pageLocale())
  const end = view.kind === 'held' && view.isEnding ? view.until : undefined
  const heldText =
    view.kind === 'held' ? say('hold.held', { time: at(view.time.start), until: ends(view.until) }) : ''
  useEffect(() => {
    if (end !== undefined) announce(heldText)
  }, [end, heldText])
  if (view.kind === 'none') return null
  const endedText = view.kind === 'ended' ? say('hold.ended', { time: at(view.time.start) }) : ''
  const isFree = view.kind === 'ended' && view.isFree === true
  const isUrgent = view.kind === 'ended' || end !== undefined
  /** The pressed button disappears, so the notice takes the focus. */
  const act = async (change: () => Promise<void> | void) => {
    await change()
    notice.current?.focus()
  }
  return (
    <div class={isUrgent ? `${styles.notice} ${styles.warn}` : styles.notice} ref={notice} tabIndex={-1}>
      {view.kind === 'unheld' && <p>{say('hold.open', { time: at(view.time.start) })}</p>}
      {view.kind === 'held' && <p>{heldText}</p>}
      {view.kind === 'held' && view.isEnding && view.mayExtend && (
        <p>
          <Button onClick={() => void act(() => holding.extend())}>{say('hold.longer')}</Button>
        </p>
      )}
      {view.kind === 'ended' && !isFree && <p>{endedText}</p>}
      {/* announced once, when it is known whether the time is free */}
      <div role="alert">
        {isFree && (
          <p>
            {endedText} {say('hold.free')}
          </p>
        )}
      </div>
      {isFree && (
        <p>
          <Button onClick={() => void act(onContinue)}>{say('hold.continue')}</Button>
        </p>
      )}
    </div>
  )
}
