import { say } from '../../text/words.ts'
import type { Desk } from '../desk.ts'
import desk from '../ui/desk.module.css'
import type { Editor } from './editor.ts'
import { FormOfSettings } from './form-of-settings.tsx'
import { mayChange } from './permissions.ts'
import { QuietHours } from './quiet-hours.tsx'
import { Schedules } from './schedules.tsx'
import { ChoiceSetting, LengthSetting, TextSetting, TickSetting } from './setting-fields.tsx'
import styles from './settings.module.css'
import { TypeChannels } from './type-channels.tsx'

const overlaps = [
  ['ALLOW', 'settings.overlapsAllowed'],
  ['REJECT', 'settings.overlapsRejected'],
] as const

/** Messages and rules of the application. Fields that the person may not change are shown with the reason. */
export function ApplicationForm({ desk: own, editor }: { desk: Desk; editor: Editor }) {
  const isLocked = !mayChange(own, 'notifications/active')
  const locked = isLocked && <p class={desk.soft}>{say('settings.locked')}</p>
  return (
    <FormOfSettings title={say('settings.messagesAndRules')} editor={editor}>
      {() => (
        <>
          <h3>{say('settings.sender')}</h3>
          {locked}
          <TickSetting editor={editor} path="notifications/active" isLocked={isLocked} />
          <div class={styles.fields}>
            {(['emailName', 'emailAddress', 'replyTo', 'smsSender'] as const).map((name) => (
              <TextSetting
                key={name}
                editor={editor}
                path={`notifications/from/${name}`}
                isLocked={isLocked}
              />
            ))}
          </div>
          <h3>{say('settings.types')}</h3>
          <TypeChannels editor={editor} />
          <h3>{say('settings.schedules')}</h3>
          <Schedules editor={editor} />
          <h3>{say('settings.quietHours')}</h3>
          <QuietHours editor={editor} />
          <h3>{say('settings.rules')}</h3>
          <div class={styles.fields}>
            <LengthSetting editor={editor} path="customerCancelCutoff" hint={say('settings.cutoffHint')} />
            <LengthSetting editor={editor} path="noShowGrace" hint={say('settings.noShowGraceHint')} />
          </div>
          {locked}
          <div class={styles.fields}>
            <ChoiceSetting
              editor={editor}
              path="overlapPolicy"
              options={overlaps.map(([value, key]) => [value, say(key)])}
              fallback="ALLOW"
              isLocked={isLocked}
            />
          </div>
          <TickSetting editor={editor} path="agentReassignmentEnabled" isLocked={isLocked} />
        </>
      )}
    </FormOfSettings>
  )
}
