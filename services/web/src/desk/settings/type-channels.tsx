import { say } from '../../text/words.ts'
import { typeNames, typeText } from '../messages/message-words.ts'
import desk from '../ui/desk.module.css'
import type { Editor } from './editor.ts'
import { Channels, listOf } from './setting-fields.tsx'
import { fieldId } from './setting-names.ts'
import styles from './settings.module.css'

/** The channels of each type of message: the default ones or chosen ones. */
export function TypeChannels({ editor }: { editor: Editor }) {
  return (
    <ul class={styles.types}>
      {Object.keys(typeNames).map((type) => {
        const path = `notifications/types/${type}/channels`
        const value = editor.value(path)
        const isDefault = !Array.isArray(value)
        return (
          <li key={type}>
            <strong>{typeText(type)}</strong>
            <label class={desk.tick}>
              <input
                type="checkbox"
                id={fieldId(path)}
                checked={isDefault}
                onChange={(event) => editor.change(path, event.currentTarget.checked ? undefined : [])}
              />
              <span>
                {say('settings.byDefault')} <span class="unseen">{typeText(type)}</span>
              </span>
            </label>
            {!isDefault && (
              <Channels
                of={typeText(type)}
                value={listOf(value)}
                onValue={(next) => editor.change(path, next)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
