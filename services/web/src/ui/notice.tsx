import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { Heading } from './heading.tsx'
import { Page } from './page.tsx'
import { say } from '../text/words.ts'

interface Props {
  heading: string
  /** Further sentences, a paragraph each. */
  text?: readonly string[]
  onRetry?: () => void
  takesFocus?: boolean
  /** What else the visitor can do. */
  children?: ComponentChildren
}

/** A whole page that consists of one message. */
export function NoticePage({ heading, text = [], onRetry, takesFocus = false, children }: Props) {
  return (
    <Page>
      <Heading text={heading} takesFocus={takesFocus} />
      {text.map((one) => (
        <p key={one}>{one}</p>
      ))}
      {onRetry && (
        <p>
          <Button look="main" onClick={onRetry}>
            {say('page.again')}
          </Button>
        </p>
      )}
      {children}
    </Page>
  )
}
