import { LOGO_LIMITS } from '@appointments/contracts/logo-limits'
import { useRef, useState } from 'preact/hooks'
import { newKey } from '../../api/send.ts'
import { settings } from '../../api/settings.ts'
import { announce } from '../../ui/announce.ts'
import { pageLocale, say, type PlainKey } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import type { Desk } from '../desk.ts'
import desk from '../ui/desk.module.css'
import { chosenLogo, type ChosenLogo } from './chosen-logo.ts'
import type { Editor } from './editor.ts'
import { textOf } from './setting-fields.tsx'
import { fieldId, labelOf } from './setting-names.ts'
import styles from './settings.module.css'

const PATH = 'brand/logo'
const faults = {
  type: 'settings.logoType',
  bytes: 'settings.logoBytes',
  pixels: 'settings.logoPixels',
} as const satisfies Record<string, PlainKey>

/** The logo, which is stored at once: a file is not part of the form. */
export function LogoSetting({ desk: { api, application }, editor }: { desk: Desk; editor: Editor }) {
  const [chosen, setChosen] = useState<ChosenLogo | undefined>(undefined)
  const input = useRef<HTMLInputElement>(null)
  // one key for each file and version, so that a retry stores the logo once
  const key = useRef(newKey())
  const stored = textOf(editor.value(`${PATH}/path`))
  const own = application.value.id
  const clear = () => {
    setChosen(undefined)
    if (input.current) input.current.value = ''
    // the pressed button disappears
    input.current?.focus()
  }
  const upload = async (file: File) => {
    const isStored = await editor.apply((version) => api.settings.putLogo(own, file, version, key.current))
    if (isStored || editor.conflict.peek()) key.current = newKey()
    if (!isStored) return
    clear()
    announce(say('settings.logoSaved'))
  }
  const remove = async () => {
    if (!(await editor.apply((version) => api.settings.removeLogo(own, version)))) return
    clear()
    announce(say('settings.logoRemoved'))
  }
  const limits = {
    size: new Intl.NumberFormat(pageLocale()).format(LOGO_LIMITS.bytes / 1024),
    pixels: String(LOGO_LIMITS.pixels),
  }
  const isBusy = editor.isBusy.value
  return (
    <div class={styles.logo}>
      <Field
        id={fieldId(PATH)}
        label={labelOf(PATH)}
        hint={say('settings.logoHint', limits)}
        fault={chosen && 'fault' in chosen ? say(faults[chosen.fault]) : undefined}
      >
        {(described) => (
          <input
            class={parts.input}
            type="file"
            accept="image/png,image/webp"
            ref={input}
            {...described}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              key.current = newKey()
              if (file) void chosenLogo(file).then(setChosen, () => setChosen({ fault: 'type' }))
              else setChosen(undefined)
            }}
          />
        )}
      </Field>
      {chosen && 'file' in chosen ? (
        <>
          <img src={chosen.address} alt={say('settings.logoChosen')} />
          <div class={desk.buttons}>
            <Button name="upload-logo" isBusy={isBusy} onClick={() => void upload(chosen.file)}>
              {say('settings.logoUpload')}
            </Button>
          </div>
        </>
      ) : (
        stored !== '' && (
          <>
            <img src={settings.root() + stored} alt={say('settings.logoNow')} />
            <div class={desk.buttons}>
              <Button name="remove-logo" isBusy={isBusy} onClick={() => void remove()}>
                {say('settings.logoRemove')}
              </Button>
            </div>
          </>
        )
      )}
    </div>
  )
}
