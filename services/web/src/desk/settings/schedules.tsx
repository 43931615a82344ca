import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/parts.module.css'
import { typeText } from '../messages/message-words.ts'
import desk from '../ui/desk.module.css'
import type { Editor } from './editor.ts'
import { Channels, LengthField } from './setting-fields.tsx'
import { fieldId } from './setting-names.ts'
import styles from './settings.module.css'

const PATH = 'notifications/schedules'
const MOST = 20
const types = ['REMINDER', 'ROOM', 'FOLLOW_UP'] as const

interface Schedule {
  type: string
  offset: string
  channels: string[]
  [other: string]: unknown
}

const added = (): Schedule => ({ type: 'REMINDER', offset: 'PT24H', channels: ['EMAIL'] })

/** When planned messages are sent: by the default plan or by the application's own. */
export function Schedules({ editor }: { editor: Editor }) {
  const value = editor.value(PATH)
  const own = Array.isArray(value) ? (value as Schedule[]) : undefined
  const set = (next: Schedule[] | undefined) => editor.change(PATH, next)
  const replace = (index: number, change: Partial<Schedule>) =>
    set(own?.map((one, at) => (at === index ? { ...one, ...change } : one)))
  return (
    <>
      <label class={desk.tick}>
        <input
          type="checkbox"
          id={fieldId(PATH)}
          checked={!own}
          onChange={(event) => set(event.currentTarget.checked ? undefined : [added()])}
        />
        {say('settings.defaultPlan')}
      </label>
      {own && (
        <ul class={styles.schedules}>
          {own.map((one, index) => {
            const name = say('settings.schedule', { count: index + 1 })
            return (
              <li key={index}>
                <fieldset class={styles.schedule}>
                  <legend class="unseen">{name}</legend>
                  <label>
                    <span class={parts.label}>{say('messages.type')}</span>
                    <select
                      class={parts.input}
                      value={one.type}
                      onChange={(event) => replace(index, { type: event.currentTarget.value })}
                    >
                      {types.map((type) => (
                        <option key={type} value={type} selected={type === one.type}>
                          {typeText(type)}
                        </option>
                      ))}
                    </select>
                  </label>
                  <LengthField
                    id={`${fieldId(PATH)}-${index}`}
                    label={say(one.type === 'FOLLOW_UP' ? 'settings.afterEnd' : 'settings.beforeStart')}
                    value={one.offset}
                    onValue={(offset) => replace(index, { offset: offset ?? '' })}
                  />
                  <Channels
                    of={name}
                    value={one.channels}
                    onValue={(channels) => replace(index, { channels })}
                  />
                  <Button onClick={() => set(own.filter((_, at) => at !== index))}>
                    {say('settings.remove')}
                  </Button>
                </fieldset>
              </li>
            )
          })}
        </ul>
      )}
      {own && own.length < MOST && (
        <p>
          <Button onClick={() => set([...own, added()])}>{say('settings.add')}</Button>
        </p>
      )}
    </>
  )
}
