import type { Question } from '../../api/booking.ts'
import { say } from '../../text/words.ts'
import { Field } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import type { Book } from './book.ts'
import { answerField } from './details.ts'

/** Longer answers get several lines. */
const ONE_LINE = 100

interface AnswerProps {
  book: Book
  question: Question
  fault: string | undefined
}

/** The control for a question of the service. */
export function Answer({ book, question, fault }: AnswerProps) {
  const { id, label, type, required, choices = [], maxLength = 500 } = question
  const given = book.details.value.answers[id]
  const text = typeof given === 'string' ? given : ''
  const answer = (value: string | boolean) =>
    book.change({ answers: { ...book.details.value.answers, [id]: value } })
  if (type === 'BOOLEAN')
    return (
      <label class={parts.choice}>
        <input
          type="checkbox"
          id={answerField(id)}
          checked={given === true}
          onChange={(event) => answer(event.currentTarget.checked)}
        />
        {label}
      </label>
    )
  return (
    <Field id={answerField(id)} label={required ? label : say('book.optional', { label })} fault={fault}>
      {(described) => {
        if (type === 'CHOICE')
          return (
            <select
              class={parts.input}
              {...described}
              required={required}
              value={text}
              onChange={(event) => answer(event.currentTarget.value)}
            >
              <option value="">{say('book.choose')}</option>
              {choices.map((one) => (
                <option key={one} value={one} selected={one === text}>
                  {one}
                </option>
              ))}
            </select>
          )
        const Control = maxLength > ONE_LINE ? 'textarea' : 'input'
        return (
          <Control
            class={parts.input}
            {...described}
            required={required}
            maxLength={maxLength}
            value={text}
            {...(maxLength > ONE_LINE && { rows: 3 })}
            onInput={(event: { currentTarget: { value: string } }) => answer(event.currentTarget.value)}
          />
        )
      }}
    </Field>
  )
}
