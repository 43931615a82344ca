import { useId } from 'preact/hooks'
import parts from '../../ui/parts.module.css'

interface Props<Value extends string> {
  /** Needed only if another element refers to it. */
  id?: string
  label: string
  /** Value and text of the choices. */
  options: readonly (readonly [Value, string])[]
  value: Value
  onValue: (value: Value) => void
}

/** A labelled choice among a few values. */
export function Select<Value extends string>({ id: named, label, options, value, onValue }: Props<Value>) {
  const own = useId()
  const id = named ?? own
  return (
    <div>
      <label class={parts.label} for={id}>
        {label}
      </label>
      <select
        class={parts.input}
        id={id}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value as Value)}
      >
        {options.map(([name, text]) => (
          <option key={name} value={name} selected={name === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
