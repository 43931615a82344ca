import { languageNames, languages } from '../text/languages.ts'
import { addressIn, chooseLanguage, pageLanguage, say } from '../text/words.ts'
import styles from './frame.module.css'

/** Links to this page in the other languages. A click keeps the visitor's input. */
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
              onClick={(event) => {
                // a new tab or window loads the page
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
                event.preventDefault()
                void chooseLanguage(language)
              }}
            >
              {languageNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
