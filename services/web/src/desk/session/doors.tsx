import { useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from '../ui/desk.module.css'
import type { Session } from './session.ts'

type Props = Pick<Session, 'signIn' | 'signInAgain'>

interface DoorProps {
  title: string
  text?: string
  action?: { name: string; onClick: () => void } | undefined
}

/** A whole page with one message and what to do. */
export const Door = ({ title, text, action }: DoorProps) => (
  <main class={`column ${styles.door}`}>
    <div class="card">
      <Heading text={title} />
      {text !== undefined && <p>{text}</p>}
      {action && (
        <p>
          <Button look="main" onClick={action.onClick}>
            {action.name}
          </Button>
        </p>
      )}
    </div>
  </main>
)

export const SignedOut = ({ signIn }: Pick<Props, 'signIn'>) => (
  <Door
    title={say('door.title')}
    text={say('door.text')}
    action={{ name: say('door.signIn'), onClick: () => void signIn() }}
  />
)

/** Covers the page when the session has ended. The text typed below it stays. */
export function SessionEnded({ signInAgain }: Pick<Props, 'signInAgain'>) {
  const [isBlocked, setBlocked] = useState(false)
  return (
    <Dialog title={say('door.ended')}>
      <p>{say('door.kept')}</p>
      {isBlocked && <p role="alert">{say('door.blocked')}</p>}
      <p>
        <Button look="main" onClick={() => setBlocked(!signInAgain())}>
          {say('door.again')}
        </Button>
      </p>
    </Dialog>
  )
}
