import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import styles from './parts.module.css'

interface FieldProps {
  id: string
  label: string
  hint?: string | undefined
  /** The fault of the value. */
  fault?: string | undefined
  /** @param described attributes that link the control with its hint and fault */
  children: (described: Described) => ComponentChildren
}

interface Described {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
}

/** A control with its label, hint and fault. */
export function Field({ id, label, hint, fault, children }: FieldProps) {
  const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean)
  return (
    <div class={fault === undefined ? undefined : styles.wrong}>
      <label class={styles.label} for={id}>
        {label}
      </label>
      {hint !== undefined && (
        <p class={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && <Fault id={id} text={fault} />}
      {children({
        id,
        ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
        ...(fault !== undefined && { 'aria-invalid': 'true' }),
      })}
    </div>
  )
}

/** The fault of a control. The sign is not read aloud. */
export const Fault = ({ id, text }: { id: string; text: string }) => (
  <p class={styles.fault} id={`${id}-fault`}>
    <span aria-hidden="true">⚠ </span>
    {text}
  </p>
)

type TextFieldProps = Omit<FieldProps, 'children'> & {
  value: string
  onValue: (value: string) => void
} & Pick<InputHTMLAttributes, 'type' | 'autocomplete' | 'inputMode' | 'required' | 'maxLength'>

/** A field for one line of text. */
export function TextField({ id, label, hint, fault, value, onValue, ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      {(described) => (
        <input
          class={styles.input}
          {...described}
          {...input}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
