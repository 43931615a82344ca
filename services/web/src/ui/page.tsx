import type { ComponentChildren } from 'preact'
import { say } from '../text/words.ts'
import { brand } from './brand.ts'
import { isEmbedded } from './embedding.ts'
import { LanguageChoice } from './language-choice.tsx'
import styles from './frame.module.css'

/**
 * The frame of every customer page: the company, one card, and below it help, legal links and the choice of language. As
 * part of another page it has only the card and the link to the privacy notice.
 */
export function Page({ children }: { children: ComponentChildren }) {
  return (
    <>
      {!isEmbedded() && <Header />}
      <main class="column">
        <div class="card">{children}</div>
      </main>
      <Footer />
    </>
  )
}

function Header() {
  const { name, logoUrl } = brand.value
  if (logoUrl === undefined && name === undefined) return <div class={styles.noHeader} />
  return (
    <header class={styles.header}>
      {logoUrl === undefined ? (
        <p class={styles.name}>{name}</p>
      ) : (
        <img class={styles.logo} src={logoUrl} alt={name ?? ''} />
      )}
    </header>
  )
}

function Footer() {
  return (
    <footer class={styles.footer}>
      {!isEmbedded() && <Help />}
      <LegalLinks />
      {!isEmbedded() && <LanguageChoice />}
    </footer>
  )
}

function Help() {
  const { supportPhone, supportEmail, supportUrl } = brand.value
  const contacts = [
    ...(supportPhone === undefined
      ? []
      : [{ href: `tel:${supportPhone.replaceAll(/[^+\d]/g, '')}`, text: supportPhone }]),
    ...(supportEmail === undefined ? [] : [{ href: `mailto:${supportEmail}`, text: supportEmail }]),
    ...(supportUrl === undefined ? [] : [{ href: supportUrl, text: say('page.contact') }]),
  ]
  if (contacts.length === 0) return null
  return (
    <div class={styles.help}>
      <h2 class={styles.question}>{say('page.help')}</h2>
      <ul class={styles.links}>
        {contacts.map(({ href, text }) => (
          <li key={href}>
            <a href={href} rel="noreferrer">
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function LegalLinks() {
  const { privacyUrl, termsUrl, imprintUrl } = brand.value
  const links = [
    { href: privacyUrl, text: say('page.privacy') },
    ...(isEmbedded()
      ? []
      : [
          { href: termsUrl, text: say('page.terms') },
          { href: imprintUrl, text: say('page.imprint') },
        ]),
  ].filter(({ href }) => href !== undefined)
  if (links.length === 0) return null
  return (
    <nav aria-label={say('page.legal')}>
      <ul class={styles.links}>
        {links.map(({ href, text }) => (
          <li key={text}>
            <a href={href} rel="noreferrer" {...(isEmbedded() && { target: '_blank' })}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
