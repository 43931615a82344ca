import { say } from '../../text/words.ts'
import parts from '../../ui/parts.module.css'
import type { Editor } from './editor.ts'
import { Channels, ChoiceSetting, listOf, textOf } from './setting-fields.tsx'
import { fieldId } from './setting-names.ts'
import desk from '../ui/desk.module.css'
import styles from './settings.module.css'

const at = (name: string) => `notifications/quietHours/${name}`
const times = [
  ['start', 'settings.quietFrom', '21:00'],
  ['end', 'settings.quietTo', '08:00'],
] as const

/** When messages wait for the end of the night. */
export function QuietHours({ editor }: { editor: Editor }) {
  const isOn = editor.value(at('enabled')) === true
  const channels = editor.value(at('channels'))
  return (
    <>
      <label class={desk.tick}>
        <input
          type="checkbox"
          id={fieldId(at('enabled'))}
          checked={isOn}
          onChange={(event) => editor.change(at('enabled'), event.currentTarget.checked)}
        />
        {say('settings.quietOn')}
      </label>
      {isOn && (
        <>
          <div class={styles.fields}>
            {times.map(([name, key, fallback]) => (
              <label key={name}>
                <span class={parts.label}>{say(key)}</span>
                <input
                  class={parts.input}
                  type="time"
                  id={fieldId(at(name))}
                  value={textOf(editor.value(at(name))) || fallback}
                  onInput={(event) => editor.change(at(name), event.currentTarget.value)}
                />
              </label>
            ))}
            <ChoiceSetting
              editor={editor}
              path={at('zone')}
              label={say('settings.quietZone')}
              options={[
                ['APPOINTMENT', say('settings.zoneOfAppointment')],
                ['APPLICATION', say('settings.zoneOfApplication')],
              ]}
              fallback="APPOINTMENT"
            />
            <ChoiceSetting
              editor={editor}
              path={at('whenDeadline')}
              label={say('settings.whenLate')}
              options={[
                ['PULL_FORWARD', say('settings.PULL_FORWARD')],
                ['SEND_ANYWAY', say('settings.SEND_ANYWAY')],
                ['SKIP', say('settings.SKIP')],
              ]}
              fallback="PULL_FORWARD"
            />
          </div>
          <Channels
            of={say('settings.quietHours')}
            value={channels === undefined ? ['SMS'] : listOf(channels)}
            onValue={(value) => editor.change(at('channels'), value)}
          />
        </>
      )}
    </>
  )
}
