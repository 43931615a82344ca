import { useEffect, useState } from 'preact/hooks'
import type { Profile } from '../../api/profile.ts'
import { ApiError } from '../../api/send.ts'
import type { Unsubscription } from '../../api/unsubscription.ts'
import { unbroken } from '../../text/unbroken.ts'
import { say } from '../../text/words.ts'
import { showBrand } from '../../ui/brand.ts'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { NoticePage } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { busyText } from '../failure.tsx'

type State = Unsubscription | { error: unknown }

interface Props {
  initial: State
  profile: Profile
  read: () => Promise<Unsubscription>
  change: (wanted: 'subscribe' | 'unsubscribe') => Promise<Unsubscription>
}

/** Stops reminders, and starts them again. Only a press of the button changes anything. */
export function UnsubscribePage({ initial, profile, read, change }: Props) {
  const [state, setState] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const [hasChanged, setChanged] = useState(false)
  useEffect(() => {
    if (!('error' in state)) showBrand({ ...(state.name !== undefined && { name: state.name }), ...profile })
  }, [state, profile])
  const title = say('stopped' in state && state.stopped ? 'stop.done' : 'title.unsubscribe')
  useEffect(() => {
    document.title = title
  }, [title])

  const run = async (act: () => Promise<Unsubscription>) => {
    setBusy(true)
    setState(await act().catch((error: unknown) => ({ error })))
    setChanged(true)
    setBusy(false)
  }
  if ('error' in state)
    return <Failure error={state.error} takesFocus={hasChanged} onRetry={() => void run(read)} />
  const { address, stopped } = state
  return (
    <Page>
      <Heading takesFocus={hasChanged} text={say(stopped ? 'stop.done' : 'title.unsubscribe')} />
      {!stopped && (
        <p>{address === undefined ? say('stop.ask') : say('stop.askAt', { address: unbroken(address) })}</p>
      )}
      <p>{say('stop.essential')}</p>
      <p>
        <Button
          {...(!stopped && { look: 'main' as const })}
          isBusy={isBusy}
          onClick={() => void run(() => change(stopped ? 'subscribe' : 'unsubscribe'))}
        >
          {say(stopped ? 'stop.again' : 'stop.yes')}
        </Button>
      </p>
    </Page>
  )
}

interface FailureProps {
  error: unknown
  takesFocus: boolean
  onRetry: () => void
}

function Failure({ error, takesFocus, onRetry }: FailureProps) {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 404)
    return <NoticePage takesFocus={takesFocus} heading={say('end.gone')} text={[say('end.latest')]} />
  if (status === 429) {
    const [heading = '', ...text] = busyText(error)
    return <NoticePage takesFocus={takesFocus} heading={heading} text={text} onRetry={onRetry} />
  }
  const text = [say('fault.connection')]
  return (
    <NoticePage takesFocus={takesFocus} heading={say('stop.unreachable')} text={text} onRetry={onRetry} />
  )
}
