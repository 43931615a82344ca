import { useEffect, useMemo } from 'preact/hooks'
import { say } from '../../text/words.ts'
import type { Desk } from '../desk.ts'
import { askBeforeLeaving } from '../place.ts'
import { View } from '../ui/view.tsx'
import { ApplicationForm } from './application-form.tsx'
import { createEditor } from './editor.ts'
import { IdentityForm } from './identity-form.tsx'
import { Preview } from './preview.tsx'
import styles from './settings.module.css'

/** The settings of the application, and a preview of its messages. */
export function SettingsView({ desk }: { desk: Desk }) {
  const [identity, application] = useMemo(() => {
    const { settings } = desk.api
    const { id } = desk.application.value
    return [
      createEditor({
        read: () => settings.presentation(id),
        send: (...change) => settings.patchPresentation(id, ...change),
      }),
      createEditor({
        read: () => settings.application(id),
        send: (...change) => settings.patchApplication(id, ...change),
      }),
    ] as const
  }, [])
  useEffect(() => {
    void identity.stored.load()
    void application.stored.load()
    return askBeforeLeaving(() => [identity, application].some(({ patch }) => patch.peek() !== undefined))
  }, [])
  return (
    <View title={say('desk.settings')}>
      <div class={styles.columns}>
        <div class={styles.forms}>
          <IdentityForm desk={desk} editor={identity} />
          <ApplicationForm desk={desk} editor={application} />
        </div>
        <Preview desk={desk} identity={identity} application={application} />
      </div>
    </View>
  )
}
