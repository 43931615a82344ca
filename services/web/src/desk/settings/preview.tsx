import type { NotificationType } from '@appointments/contracts'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { newKey } from '../../api/send.ts'
import { settings } from '../../api/settings.ts'
import { languageNames, languages } from '../../text/languages.ts'
import { pageLanguage, say } from '../../text/words.ts'
import type { Desk } from '../desk.ts'
import { typeNames, typeText } from '../messages/message-words.ts'
import { createResource } from '../resource.ts'
import { Select } from '../ui/select.tsx'
import { Shown } from '../ui/shown.tsx'
import desk from '../ui/desk.module.css'
import type { Editor } from './editor.ts'
import type { MessagePreview, Patch } from './settings-api.ts'
import styles from './settings.module.css'

/** How long after the last change a preview is made. */
const REST_MS = 600

interface Props {
  desk: Desk
  identity: Editor
  application: Editor
}

/** A mail and an SMS with the values of the forms, stored or not. */
export function Preview({ desk: own, identity, application }: Props) {
  const [type, setType] = useState<NotificationType>('CREATE')
  const [locale, setLocale] = useState<string>(languages.find((one) => one === pageLanguage()) ?? 'en')
  const [isNarrow, setNarrow] = useState(false)
  const [isDark, setDark] = useState(false)
  const presentation = identity.patch.value
  const notifications = application.patch.value?.notifications as Patch | undefined
  const request = {
    type,
    locale,
    patch: { ...(presentation && { presentation }), ...(notifications && { notifications }) },
  }
  const wanted = useRef(request)
  wanted.current = request
  const preview = useMemo(
    () => createResource(() => own.api.settings.preview(own.application.value.id, wanted.current, newKey())),
    [],
  )
  const isFirst = useRef(true)
  useEffect(() => {
    const timer = setTimeout(() => void preview.load(), isFirst.current ? 0 : REST_MS)
    isFirst.current = false
    return () => clearTimeout(timer)
    // stored values, including the logo, are part of the preview
  }, [JSON.stringify(request), identity.stored.known.value.value?.version])
  return (
    <section class={`${desk.panel} ${styles.preview}`}>
      <h2>{say('settings.preview')}</h2>
      <div class={styles.fields}>
        <Select
          label={say('messages.type')}
          options={(Object.keys(typeNames) as NotificationType[]).map((one) => [one, typeText(one)])}
          value={type}
          onValue={setType}
        />
        <Select
          label={say('settings.language')}
          options={languages.map((one) => [one, languageNames[one]])}
          value={locale}
          onValue={setLocale}
        />
      </div>
      <div class={styles.looks}>
        <label class={desk.tick}>
          <input
            type="checkbox"
            name="narrow"
            checked={isNarrow}
            onChange={(event) => setNarrow(event.currentTarget.checked)}
          />
          {say('settings.narrow')}
        </label>
        <label class={desk.tick}>
          <input
            type="checkbox"
            name="dark"
            checked={isDark}
            onChange={(event) => setDark(event.currentTarget.checked)}
          />
          {say('settings.dark')}
        </label>
      </div>
      <Shown resource={preview}>
        {(found, { isLoading }) => (
          <div class={isLoading ? desk.stale : undefined}>
            <Content preview={found} isNarrow={isNarrow} isDark={isDark} />
          </div>
        )}
      </Shown>
    </section>
  )
}

function Content({
  preview,
  isNarrow,
  isDark,
}: {
  preview: MessagePreview
  isNarrow: boolean
  isDark: boolean
}) {
  const { mail, sms } = preview
  const look = [styles.mail, isNarrow && styles.narrow, isDark && styles.dark]
  return (
    <>
      <h3>{say('settings.mail')}</h3>
      <p class={styles.subject}>{mail.subject}</p>
      <div class={styles.paper}>
        <iframe
          class={look.filter(Boolean).join(' ')}
          title={say('settings.mail')}
          src={`${settings.root()}${mail.url}?scheme=${isDark ? 'dark' : 'light'}`}
          sandbox=""
        />
      </div>
      <h3>{say('settings.sms')}</h3>
      <p class={styles.sms}>{sms.body}</p>
      <p class={desk.soft}>{say('settings.segments', { count: sms.segments, encoding: sms.encoding })}</p>
    </>
  )
}
