import { say } from '../../text/words.ts'
import { Fault } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import type { Book } from './book.ts'

/** Shown only if the application has a privacy notice. */
export function Consent({ book, fault }: { book: Book; fault: string | undefined }) {
  const { privacyUrl } = book.choice.profile.value
  if (privacyUrl === undefined) return null
  return (
    <div class={fault === undefined ? undefined : parts.wrong}>
      {fault !== undefined && <Fault id="consent" text={fault} />}
      <label class={parts.choice}>
        <input
          type="checkbox"
          id="consent"
          required
          checked={book.details.value.consent}
          aria-describedby={fault === undefined ? undefined : 'consent-fault'}
          aria-invalid={fault === undefined ? undefined : 'true'}
          onChange={(event) => book.change({ consent: event.currentTarget.checked })}
        />
        {say('book.consent')}
      </label>
      <p>
        <a class={parts.textLink} href={privacyUrl} target="_blank" rel="noreferrer">
          {say('book.privacy')}
        </a>
      </p>
    </div>
  )
}
