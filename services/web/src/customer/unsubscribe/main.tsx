import { render } from 'preact'
import { readUnsubscription, setReminders } from '../../api/unsubscription.ts'
import { useLanguage } from '../../text/words.ts'
import '../../ui/base.css'
import { UnsubscribePage } from './unsubscribe-page.tsx'

const place = document.getElementById('page')
if (place) {
  await useLanguage()
  const state = await readUnsubscription().catch((error: unknown) => ({ error }))
  place.replaceChildren()
  render(<UnsubscribePage initial={state} read={readUnsubscription} change={setReminders} />, place)
}
