import { useEffect, useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { BookForm } from './book-form.tsx'
import type { Book } from './book.ts'
import { isComplete } from './confirm.ts'
import { masked } from './details.ts'

/** The code that proves the address, and the booking itself. */
export function CodeStep({ book }: { book: Book }) {
  const { sent, code, faults, isBusy, attempt } = book
  const [isRenewed, setRenewed] = useState(false)
  // the visitor had to choose another time after the code was entered
  const [wasEntered, setEntered] = useState(() => isComplete(code.value))
  if (!sent.value) return null
  const { channel, to, resendAt } = sent.value
  const isEmail = channel === 'EMAIL'
  const address = masked(channel, to)
  const isUnsettled = attempt.value?.isUnsettled === true
  const label = say(isUnsettled ? 'page.again' : 'code.confirm')
  const sendNew = async () => {
    await book.sendNewCode()
    const isSent = book.faults.value.length === 0
    setRenewed(isSent)
    setEntered(!isSent && wasEntered)
    if (!isSent) return
    announce(say('code.again', { to: address }))
    // the pressed button disappears
    document.getElementById('code')?.focus()
  }
  return (
    <BookForm book={book} onSubmit={() => book.confirm()}>
      <p>
        {wasEntered && faults.value.length === 0
          ? say('code.known')
          : say(isRenewed ? 'code.again' : 'code.sent', { to: address })}
      </p>
      <TextField
        id="code"
        label={say('code.label')}
        fault={faults.value.find(({ field }) => field === 'code')?.text}
        value={code.value}
        inputMode="numeric"
        autocomplete="one-time-code"
        required
        maxLength={20}
        onValue={(text) => book.typeCode(text)}
      />
      <div class={parts.choices}>
        <Button look="main" isBusy={isBusy.value}>
          {isBusy.value ? say('form.busy') : label}
        </Button>
      </div>
      <div class={parts.choices}>
        <NewCode resendAt={resendAt} onPress={() => void sendNew()} />
        <Button onClick={() => void book.goTo('details')}>
          {say(isEmail ? 'code.otherEmail' : 'code.otherPhone')}
        </Button>
      </div>
    </BookForm>
  )
}

/** Another code can be sent after a while. */
function NewCode({ resendAt, onPress }: { resendAt: number; onPress: () => void }) {
  const [isEarly, setEarly] = useState(resendAt > Date.now())
  useEffect(() => {
    setEarly(resendAt > Date.now())
    const timer = setTimeout(() => setEarly(false), Math.max(0, resendAt - Date.now()))
    return () => clearTimeout(timer)
  }, [resendAt])
  if (isEarly) return <p class={parts.soft}>{say('code.wait')}</p>
  return <Button onClick={onPress}>{say('code.new')}</Button>
}
