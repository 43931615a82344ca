import type { ComponentChildren } from 'preact'
import { languageNames, languages } from '../text/languages.ts'
import { pageLanguage, say } from '../text/words.ts'
import styles from './parts.module.css'

/** The frame of every customer page: one card, and below it the choice of language. */
export function Page({ children }: { children: ComponentChildren }) {
  return (
    <>
      <main class="column">
        <div class="card">{children}</div>
      </main>
      <footer>
        <nav class={styles.footer} aria-label={say('page.language')}>
          {languages.map((language) => (
            <a
              key={language}
              href={addressIn(language)}
              lang={language}
              aria-current={language === pageLanguage() ? 'true' : undefined}
            >
              {languageNames[language]}
            </a>
          ))}
        </nav>
      </footer>
    </>
  )
}

function addressIn(language: string): string {
  const query = new URLSearchParams(location.search)
  query.set('lang', language)
  return `?${query.toString()}`
}
