import { useEffect, useState } from 'preact/hooks'
import { say } from '../text/words.ts'
import type { DeskApi } from './api/desk-api.ts'
import { createDesk, type Desk } from './desk.ts'
import { DeskPage } from './desk-page.tsx'
import { faultText } from './fault-text.ts'
import type { Live } from './live/live.ts'
import { Door, SessionEnded, SignedOut } from './session/doors.tsx'
import type { Session } from './session/session.ts'

interface Props {
  session: Session
  api: DeskApi
  /** @param userId of the person who is signed in */
  openLive: (userId: string) => Live
}

/** The desk behind its sign-in. */
export function Entrance(props: Props) {
  const { session } = props
  const state = session.state.value
  if (state === 'starting') return <p class="opening">{say('page.opening')}</p>
  if (state === 'out') return <SignedOut signIn={session.signIn} />
  if (state === 'handedOver') return <Door title={say('door.done')} text={say('door.close')} />
  if (state === 'failed')
    return (
      <Door
        title={say('door.failed')}
        text={say('door.failedText')}
        action={{ name: say('page.again'), onClick: () => location.reload() }}
      />
    )
  return (
    <>
      {state === 'ended' && <SessionEnded signInAgain={session.signInAgain} />}
      <Inside {...props} />
    </>
  )
}

function Inside({ session, api, openLive }: Props) {
  const [opened, setOpened] = useState<{ desk?: Desk; error?: unknown }>({})
  const open = async () => {
    try {
      const known = await api.me()
      const name = known.displayName ?? session.name()
      const me = { ...known, ...(name !== undefined && { displayName: name }) }
      const live = openLive(me.userId ?? '')
      setOpened(
        me.applications.length === 0
          ? { error: 'none' }
          : { desk: createDesk(api, live, me, session.signOut) },
      )
    } catch (error) {
      setOpened({ error })
    }
  }
  useEffect(() => void open(), [])
  const { desk, error } = opened
  // after signing out, the stream must not continue
  useEffect(() => () => desk?.live.stop(), [desk])
  if (desk) return <DeskPage desk={desk} />
  if (error === 'none')
    return (
      <Door
        title={say('door.nothing')}
        text={say('door.nothingText')}
        action={{ name: say('desk.signOut'), onClick: session.signOut }}
      />
    )
  if (error !== undefined)
    return (
      <Door
        title={say('door.failed')}
        text={faultText(error)}
        action={{ name: say('page.again'), onClick: () => void open() }}
      />
    )
  return <p class="opening">{say('page.opening')}</p>
}
