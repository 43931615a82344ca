import { render } from 'preact'
import { readProfile } from '../../api/profile.ts'
import { readUnsubscription, setReminders } from '../../api/unsubscription.ts'
import { useLanguage } from '../../text/words.ts'
import '../../ui/base.css'
import { UnsubscribePage } from './unsubscribe-page.tsx'

const place = document.getElementById('page')
if (place) {
  const state = await readUnsubscription().catch((error: unknown) => ({ error }))
  const profile = await readProfile('error' in state ? undefined : state.applicationId)
  await useLanguage({ application: profile.locales })
  place.replaceChildren()
  render(
    <UnsubscribePage initial={state} profile={profile} read={readUnsubscription} change={setReminders} />,
    place,
  )
}
