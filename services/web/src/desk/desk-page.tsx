import { useEffect, useState } from 'preact/hooks'
import { say } from '../text/words.ts'
import { Button } from '../ui/button.tsx'
import type { Desk } from './desk.ts'
import { Frame } from './frame/frame.tsx'
import { place } from './place.ts'
import { isFor, loadAppointment, sections, type SectionView } from './sections.ts'
import { View } from './ui/view.tsx'
import styles from './ui/desk.module.css'

type Loaded = { name: string; view: SectionView | 'missing' | 'unknown' } | undefined

/** The desk of a signed-in person: the view that the address names. */
export function DeskPage({ desk }: { desk: Desk }) {
  const { view, id } = place.value
  const name = view === 'appointments' && id !== undefined ? 'appointment' : view
  const [loaded, setLoaded] = useState<Loaded>(undefined)
  useEffect(() => {
    const section = sections.find((one) => one.view === name && id === undefined && isFor(one, desk))
    const load = name === 'appointment' ? loadAppointment : section?.load
    if (!load) {
      setLoaded({ name, view: 'unknown' })
      return undefined
    }
    let isWanted = true
    load().then(
      (found) => {
        if (isWanted) setLoaded({ name, view: found })
      },
      () => {
        if (isWanted) setLoaded({ name, view: 'missing' })
      },
    )
    return () => {
      isWanted = false
    }
  }, [name, id])
  const isCurrent = loaded?.name === name
  return <Frame desk={desk}>{isCurrent ? <Content desk={desk} loaded={loaded} id={id} /> : null}</Frame>
}

interface ContentProps {
  desk: Desk
  loaded: NonNullable<Loaded>
  id: string | undefined
}

function Content({ desk, loaded: { name, view: Found }, id }: ContentProps) {
  if (Found === 'unknown')
    return (
      <View title={say('desk.unknownPage')}>
        <p>{say('desk.unknownPageText')}</p>
      </View>
    )
  if (Found === 'missing')
    return (
      <View title={say('desk.newVersion')}>
        <p>
          <Button look="main" onClick={() => location.reload()}>
            {say('desk.reload')}
          </Button>
        </p>
      </View>
    )
  return (
    <div class={styles.view} key={`${name} ${id ?? ''} ${desk.application.value.id}`}>
      <Found desk={desk} />
    </div>
  )
}
