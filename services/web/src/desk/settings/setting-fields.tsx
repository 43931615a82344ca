import type { InputHTMLAttributes } from 'preact'
import { useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import { Field } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { channelNames } from '../messages/message-words.ts'
import desk from '../ui/desk.module.css'
import type { Editor } from './editor.ts'
import { faultsOf } from './form-of-settings.tsx'
import { durationOf, lengthIn, shownLength, units, type Length, type Unit } from './lengths.ts'
import { fieldId, labelOf } from './setting-names.ts'
import styles from './settings.module.css'

interface SettingProps {
  editor: Editor
  path: string
  hint?: string | undefined
  /** The person may read it, but not change it. */
  isLocked?: boolean
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const faultAt = (editor: Editor, path: string) =>
  faultsOf(editor.fault.value).find((one) => one.path === path || one.path.startsWith(`${path}/`))?.message

/** A setting of one line. */
export function TextSetting({
  editor,
  path,
  hint,
  isLocked = false,
  ...input
}: SettingProps & Pick<InputHTMLAttributes, 'type' | 'maxLength'>) {
  return (
    <Field id={fieldId(path)} label={labelOf(path)} hint={hint} fault={faultAt(editor, path)}>
      {(described) => (
        <input
          class={parts.input}
          autocomplete="off"
          readOnly={isLocked}
          {...described}
          {...input}
          value={textOf(editor.value(path))}
          onInput={(event) => editor.change(path, event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** A setting that is a list, with one value in each line. */
export function LinesSetting({ editor, path, hint }: SettingProps) {
  return (
    <Field id={fieldId(path)} label={labelOf(path)} hint={hint} fault={faultAt(editor, path)}>
      {(described) => (
        <textarea
          class={parts.input}
          rows={3}
          {...described}
          value={listOf(editor.value(path)).join('\n')}
          onInput={(event) => editor.change(path, event.currentTarget.value.split('\n'))}
        />
      )}
    </Field>
  )
}

/** A setting that is on or off. */
export function TickSetting({ editor, path, isLocked = false }: SettingProps) {
  return (
    <label class={desk.tick}>
      <input
        type="checkbox"
        id={fieldId(path)}
        disabled={isLocked}
        checked={editor.value(path) === true}
        onChange={(event) => editor.change(path, event.currentTarget.checked)}
      />
      {labelOf(path)}
    </label>
  )
}

interface ChoiceProps extends SettingProps {
  label?: string
  options: readonly (readonly [string, string])[]
  /** The value that applies if it is not set. */
  fallback: string
}

/** A setting with a few values. */
export function ChoiceSetting({ editor, path, label, options, fallback, isLocked = false }: ChoiceProps) {
  const value = textOf(editor.value(path)) || fallback
  return (
    <label>
      <span class={parts.label}>{label ?? labelOf(path)}</span>
      <select
        class={parts.input}
        id={fieldId(path)}
        disabled={isLocked}
        value={value}
        onChange={(event) => editor.change(path, event.currentTarget.value)}
      >
        {options.map(([name, text]) => (
          <option key={name} value={name} selected={name === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

const unitNames = { M: 'settings.minutes', H: 'settings.hours', D: 'settings.days' } as const

interface LengthProps {
  id: string
  label: string
  hint?: string | undefined
  fault?: string | undefined
  value: string | undefined
  onValue: (value: string | undefined) => void
}

/** A duration as a number with its unit. */
export function LengthField({ id, label, hint, fault, value, onValue }: LengthProps) {
  const [typed, setTyped] = useState(() => lengthIn(value))
  const { amount, unit } = shownLength(typed, value)
  const change = (length: Length) => {
    setTyped(length)
    onValue(durationOf(length.amount, length.unit))
  }
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      {(described) => (
        <span class={styles.length}>
          <input
            class={parts.input}
            type="number"
            min={0}
            {...described}
            value={amount}
            onInput={(event) => change({ amount: event.currentTarget.value, unit })}
          />
          <select
            class={parts.input}
            aria-label={say('settings.unit', { name: label })}
            value={unit}
            onChange={(event) => change({ amount, unit: event.currentTarget.value as Unit })}
          >
            {units.map((one) => (
              <option key={one} value={one} selected={one === unit}>
                {say(unitNames[one])}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}

export function LengthSetting({ editor, path, hint }: SettingProps) {
  const value = editor.value(path)
  return (
    <LengthField
      id={fieldId(path)}
      label={labelOf(path)}
      hint={hint}
      fault={faultAt(editor, path)}
      value={typeof value === 'string' ? value : undefined}
      onValue={(next) => editor.change(path, next)}
    />
  )
}

interface ChannelsProps {
  id?: string
  /** The name of the group of boxes, for people who use a screen reader. */
  of: string
  channels?: readonly (keyof typeof channelNames)[]
  value: readonly string[]
  onValue: (value: string[]) => void
}

const allChannels = ['EMAIL', 'SMS', 'WEBHOOKS'] as const

/** Boxes for the channels of something. */
export function Channels({ id, of, channels = allChannels, value, onValue }: ChannelsProps) {
  return (
    <span class={styles.channels} role="group" aria-label={of}>
      {channels.map((channel, index) => (
        <label class={desk.tick} key={channel}>
          <input
            type="checkbox"
            id={index === 0 ? id : undefined}
            checked={value.includes(channel)}
            onChange={(event) =>
              onValue(
                channels.filter((one) =>
                  one === channel ? event.currentTarget.checked : value.includes(one),
                ),
              )
            }
          />
          {say(channelNames[channel])}
        </label>
      ))}
    </span>
  )
}
