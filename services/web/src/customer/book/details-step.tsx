import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Answer } from './answer.tsx'
import { BookForm } from './book-form.tsx'
import type { Book } from './book.ts'
import { Consent } from './consent.tsx'
import { answerField, needsPhone } from './details.ts'

/** Who books: names, addresses, the questions of the service, and consent. */
export function DetailsStep({ book }: { book: Book }) {
  const { choice, details, faults, isBusy } = book
  const { channel, firstName, lastName, email, phone } = details.value
  const codeBy = choice.profile.value.booking?.codeBy ?? ['EMAIL']
  const faultOf = (field: string) => faults.value.find((one) => one.field === field)?.text
  const optional = (label: string, isRequired: boolean) =>
    isRequired ? label : say('book.optional', { label })
  const byEmail = channel === 'EMAIL'
  const isPhoneRequired = choice.service.value !== undefined && needsPhone({ channel }, choice.service.value)
  return (
    <BookForm book={book} onSubmit={() => book.submitDetails()}>
      <p class={parts.soft}>{say('book.required')}</p>
      <div class={parts.fields}>
        <TextField
          id="firstName"
          label={say('book.firstName')}
          fault={faultOf('firstName')}
          value={firstName}
          autocomplete="given-name"
          required
          maxLength={100}
          onValue={(value) => book.change({ firstName: value })}
        />
        <TextField
          id="lastName"
          label={say('book.lastName')}
          fault={faultOf('lastName')}
          value={lastName}
          autocomplete="family-name"
          required
          maxLength={100}
          onValue={(value) => book.change({ lastName: value })}
        />
      </div>
      {codeBy.length > 1 && <CodeBy book={book} />}
      <TextField
        id="email"
        type="email"
        label={optional(say('book.email'), byEmail)}
        hint={byEmail ? say('book.codeWhy') : undefined}
        fault={faultOf('email')}
        value={email}
        autocomplete="email"
        required={byEmail}
        maxLength={254}
        onValue={(value) => book.change({ email: value })}
      />
      <TextField
        id="phone"
        type="tel"
        label={optional(say('book.phone'), isPhoneRequired)}
        hint={byEmail ? undefined : say('book.codeWhy')}
        fault={faultOf('phone')}
        value={phone}
        autocomplete="tel"
        required={isPhoneRequired}
        maxLength={40}
        onValue={(value) => book.change({ phone: value })}
      />
      {choice.service.value?.intake.map((question) => (
        <Answer key={question.id} book={book} question={question} fault={faultOf(answerField(question.id))} />
      ))}
      <Consent book={book} fault={faultOf('consent')} />
      <div class={parts.choices}>
        <Button look="main" isBusy={isBusy.value}>
          {say(isBusy.value ? 'form.busy' : 'book.continue')}
        </Button>
      </div>
    </BookForm>
  )
}

function CodeBy({ book }: { book: Book }) {
  return (
    <fieldset class={parts.group}>
      <legend class={parts.label}>{say('book.codeBy')}</legend>
      {(['EMAIL', 'SMS'] as const).map((channel) => (
        <label class={parts.choice} key={channel}>
          <input
            type="radio"
            name="channel"
            checked={book.details.value.channel === channel}
            onChange={() => book.change({ channel })}
          />
          {say(channel === 'EMAIL' ? 'book.byEmail' : 'book.bySms')}
        </label>
      ))}
    </fieldset>
  )
}
