import { say } from '../../text/words.ts'
import parts from '../../ui/parts.module.css'
import type { Desk } from '../desk.ts'
import type { Editor } from './editor.ts'
import { FormOfSettings } from './form-of-settings.tsx'
import { LogoSetting } from './logo-setting.tsx'
import { Channels, LinesSetting, listOf, TextSetting, TickSetting } from './setting-fields.tsx'
import { fieldId, labelOf } from './setting-names.ts'
import styles from './settings.module.css'

const CODE_BY = 'booking/codeBy'

/** How the application presents itself, and whether visitors can book. */
export function IdentityForm({ desk, editor }: { desk: Desk; editor: Editor }) {
  return (
    <FormOfSettings title={say('settings.identity')} editor={editor}>
      {() => (
        <>
          <div class={styles.fields}>
            <TextSetting editor={editor} path="brand/name" maxLength={100} />
            <TextSetting editor={editor} path="brand/accent" hint={say('settings.accentHint')} />
            <TextSetting editor={editor} path="brand/address" maxLength={300} />
            <TextSetting editor={editor} path="brand/supportEmail" type="email" />
            <TextSetting editor={editor} path="brand/supportPhone" type="tel" />
            <TextSetting editor={editor} path="brand/supportUrl" type="url" />
            <TextSetting editor={editor} path="brand/privacyUrl" type="url" />
            <TextSetting editor={editor} path="brand/termsUrl" type="url" />
            <TextSetting editor={editor} path="brand/imprintUrl" type="url" />
          </div>
          <LogoSetting desk={desk} editor={editor} />
          <h3>{say('settings.booking')}</h3>
          <TickSetting editor={editor} path="booking/enabled" />
          <div>
            <p class={parts.label}>{labelOf(CODE_BY)}</p>
            <Channels
              id={fieldId(CODE_BY)}
              of={labelOf(CODE_BY)}
              channels={['EMAIL', 'SMS']}
              value={listOf(editor.value(CODE_BY))}
              onValue={(value) => editor.change(CODE_BY, value)}
            />
          </div>
          <LinesSetting editor={editor} path="allowedOrigins" hint={say('settings.originsHint')} />
        </>
      )}
    </FormOfSettings>
  )
}
