import { languageNames, languages } from '../text/languages.ts'
import { addressWith } from '../text/kept-choice.ts'
import { chooseLanguage, pageLanguage, say } from '../text/words.ts'
import styles from './frame.module.css'

/** The address of this page in another language. */
function linkTo(language: string): string {
  const { search, hash } = addressWith('lang', language)
  return search + hash
}

/** Links to this page in the other languages. A click keeps the visitor's input. */
export function LanguageChoice() {
  return (
    <nav aria-label={say('page.language')}>
      <ul class={styles.links}>
        {languages.map((language) => (
          <li key={language}>
            <a
              href={linkTo(language)}
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
