import { languageNames, languages } from '../text/languages.ts'
import { pageLanguage, say } from '../text/words.ts'
import styles from './frame.module.css'

/** Links to this page in the other languages. */
export function LanguageChoice() {
  return (
    <nav aria-label={say('page.language')}>
      <ul class={styles.links}>
        {languages.map((language) => (
          <li key={language}>
            <a
              href={addressIn(language)}
              lang={language}
              aria-current={language === pageLanguage() ? 'true' : undefined}
            >
              {languageNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function addressIn(language: string): string {
  const query = new URLSearchParams(location.search)
  query.set('lang', language)
  return `?${query.toString()}`
}
