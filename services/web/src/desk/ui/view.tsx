import { createContext, type ComponentChildren } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { announce } from '../../ui/announce.ts'
import { say } from '../../text/words.ts'
import { visits } from '../place.ts'
import styles from './desk.module.css'

/** The note below the heading of every view. */
export const BelowHeading = createContext<ComponentChildren>(null)

interface Props {
  title: string
  /** Beside the heading. */
  tools?: ComponentChildren
  children: ComponentChildren
}

/** A view of the desk: its heading, which takes the focus when a person goes there, and its content. */
export function View({ title, tools, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const visit = visits.value
  const below = useContext(BelowHeading)
  useEffect(() => {
    document.title = say('desk.title', { view: title })
    if (visit > 0) heading.current?.focus()
    else announce(title)
  }, [visit])
  useEffect(() => {
    document.title = say('desk.title', { view: title })
  }, [title])
  return (
    <>
      <div class={styles.head}>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {tools}
      </div>
      {below}
      {children}
    </>
  )
}
