import type { Question } from '../../api/booking.ts'
import { say } from '../../text/words.ts'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import styles from '../ui/desk.module.css'

type Answers = Record<string, string | boolean>

/** The id of the field of a question. */
export const questionId = (id: string): string => `question-${id}`

interface Props {
  questions: readonly Question[]
  answers: Answers
  onAnswers: (answers: Answers) => void
}

/** The questions of a service. */
export function Questions({ questions, answers, onAnswers }: Props) {
  const answer = (id: string) => (value: string | boolean) => {
    const { [id]: _, ...others } = answers
    onAnswers(value === '' ? others : { ...others, [id]: value })
  }
  const text = (id: string) => String(answers[id] ?? '')
  return (
    <>
      {questions.map(({ id, label, type, required, choices = [], maxLength }) => {
        const named = required ? label : say('booking.optional', { label })
        if (type === 'BOOLEAN')
          return (
            <label key={id} class={styles.tick}>
              <input
                id={questionId(id)}
                type="checkbox"
                checked={answers[id] === true}
                onChange={(event) => answer(id)(event.currentTarget.checked)}
              />
              {named}
            </label>
          )
        if (type === 'CHOICE')
          return (
            <Select
              key={id}
              id={questionId(id)}
              label={named}
              options={[['', say('booking.choose')], ...choices.map((one) => [one, one] as const)]}
              value={text(id)}
              onValue={answer(id)}
            />
          )
        return (
          <TextField
            key={id}
            id={questionId(id)}
            label={named}
            value={text(id)}
            onValue={answer(id)}
            {...(maxLength !== undefined && { maxLength })}
          />
        )
      })}
    </>
  )
}
