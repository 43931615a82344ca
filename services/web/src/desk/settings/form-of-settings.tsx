import type { ComponentChildren } from 'preact'
import { ApiError } from '../../api/send.ts'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Heading } from '../../ui/heading.tsx'
import { FaultNote } from '../ui/fault-note.tsx'
import { Shown } from '../ui/shown.tsx'
import desk from '../ui/desk.module.css'
import type { Editor } from './editor.ts'
import { fieldId, labelOf } from './setting-names.ts'
import styles from './settings.module.css'

interface Props {
  title: string
  editor: Editor
  /** The text above the fields. */
  note?: string | undefined
  children: () => ComponentChildren
}

/** Faults of single settings that the API found. */
export const faultsOf = (error: unknown): { path: string; message: string }[] =>
  error instanceof ApiError
    ? (error.body?.errors ?? []).flatMap(({ pointer, message }) =>
        pointer === undefined || message === undefined ? [] : { path: pointer.slice(1), message },
      )
    : []

/** A form over one resource of settings, with the result of the last attempt to save it. */
export function FormOfSettings({ title, editor, note, children }: Props) {
  return (
    <section class={desk.panel}>
      <h2>{title}</h2>
      {note !== undefined && <p class={desk.soft}>{note}</p>}
      <Shown resource={editor.stored}>
        {() => (
          <form
            class={styles.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void editor.save()
            }}
          >
            <Outcome editor={editor} />
            {children()}
            <Saving editor={editor} />
          </form>
        )}
      </Shown>
    </section>
  )
}

function Outcome({ editor }: { editor: Editor }) {
  const fault = editor.fault.value
  const faults = faultsOf(fault)
  const others = editor.conflict.value
  if (others) {
    const names = [...new Set(others.map(labelOf))]
    return (
      <div class={`${desk.note} ${desk.warnNote}`} key={editor.stored.known.value.value?.version}>
        <Heading level={2} takesFocus text={say('settings.conflict')} />
        {names.length > 0 && (
          <ul>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
        <p>{say('settings.conflictText')}</p>
      </div>
    )
  }
  if (faults.length === 0) return <FaultNote fault={fault} />
  return (
    <ErrorSummary
      title={say('settings.faults')}
      faults={faults.map(({ path, message }) => ({
        field: fieldId(path),
        text: `${labelOf(path)}: ${message}`,
      }))}
    />
  )
}

function Saving({ editor }: { editor: Editor }) {
  const isChanged = editor.patch.value !== undefined
  return (
    <div class={styles.saving}>
      <Button look="main" isBusy={editor.isBusy.value}>
        {say(editor.isBusy.value ? 'form.busy' : 'settings.save')}
      </Button>
      <p role="status">
        {editor.isSaved.value && say('settings.saved')}
        {isChanged && say('settings.unsaved')}
      </p>
    </div>
  )
}
