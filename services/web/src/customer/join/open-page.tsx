import { useRef } from 'preact/hooks'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import styles from '../../ui/parts.module.css'
import { roomAddress } from '../phase.ts'
import { When } from '../when.tsx'
import type { Join, Shown } from './join.ts'
import { Lost } from './lost.tsx'
import { agentsThere } from './waiting.ts'

interface Props {
  join: Join
  view: Shown
  heading: string
}

/** The room is open. */
export function OpenPage({ join, view, heading }: Props) {
  const { appointment, isLost } = view
  return (
    <Page>
      {appointment.title && <p class={styles.soft}>{appointment.title}</p>}
      <Heading text={heading} />
      <Entrance join={join} view={view} />
      <When appointment={appointment} />
      <Lost isLost={isLost} />
    </Page>
  )
}

/** The way into an open room, and who is there. */
export function Entrance({ join, view }: Omit<Props, 'heading'>) {
  return (
    <>
      <div role="status">
        {waitingTexts(view).map((text) => (
          <p key={text} class={`${styles.notice} ${styles.good}`}>
            {text}
          </p>
        ))}
      </div>
      <div class={styles.choices}>
        <Enter join={join} view={view} label={say('join.enter')} />
      </div>
    </>
  )
}

/** The customer has been in the room. */
export function LeftPage({ join, view, heading }: Props) {
  const { hasFinished } = view
  const hadFinished = useRef(hasFinished).current
  return (
    <Page>
      {view.appointment.title && <p class={styles.soft}>{view.appointment.title}</p>}
      {/* a new heading takes the focus of the pressed button, which disappears */}
      <Heading key={String(hasFinished)} text={heading} takesFocus={hasFinished && !hadFinished} />
      {hasFinished && <p>{say('room.finished')}</p>}
      <div class={styles.choices}>
        <Enter join={join} view={view} label={say('room.return')} />
        {!hasFinished && <Button onClick={() => void join.finish()}>{say('room.finish')}</Button>}
      </div>
      <Lost isLost={view.isLost} />
    </Page>
  )
}

function Enter({ join, view, label }: { join: Join; view: Shown; label: string }) {
  const address = view.room && roomAddress(view.room.url)
  if (address === undefined) return null
  return (
    <Button look="main" isBusy={join.isEntering.value} onClick={() => void join.enter(address)}>
      {label}
    </Button>
  )
}

/** Who waits for the customer in the open room. */
export function waitingTexts({ appointment, phase, hasLeft }: Shown): string[] {
  const [first] = agentsThere(appointment)
  if (phase !== 'open' || hasLeft || agentsThere(appointment).length === 0) return []
  return [first === undefined ? say('join.expected') : say('join.waits', { name: first })]
}
