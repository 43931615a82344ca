import { useEffect, useRef } from 'preact/hooks'
import { pageLanguage } from '../text/words.ts'
import { announce } from './announce.ts'

interface Props {
  text: string
  /** Whether it follows something that the visitor did: it then takes the focus. */
  takesFocus?: boolean
  level?: 1 | 2
}

/** A heading. A new view of a page puts the focus on its heading, so that it is read aloud. */
export function Heading({ text, takesFocus = false, level = 1 }: Props) {
  const element = useRef<HTMLHeadingElement>(null)
  const language = pageLanguage()
  const last = useRef(language)
  useEffect(() => {
    // the focus stays on the choice of language
    const isTranslated = last.current !== language
    last.current = language
    if (takesFocus && !isTranslated) element.current?.focus()
    else if (level === 1) announce(text)
    // without `takesFocus`, so that a later change of it does not move the focus to a heading that has stayed
  }, [text, level])
  const Tag = level === 1 ? 'h1' : 'h2'
  return (
    <Tag ref={element} tabIndex={-1}>
      {text}
    </Tag>
  )
}
