import { useEffect, useRef, useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/fault-note.tsx'
import { Select } from '../ui/select.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import styles from '../ui/desk.module.css'
import type { EndpointDialogProps } from './dialog-props.ts'
import own from './webhooks.module.css'

const graces = [
  ['PT0S', 'webhooks.graceNone'],
  ['PT1H', 'webhooks.graceHour'],
  ['PT24H', 'webhooks.graceDay'],
  ['P7D', 'webhooks.graceWeek'],
] as const

/** Makes a new secret, which is shown once. */
export function RotateDialog({ desk, endpointId, onClose }: EndpointDialogProps) {
  const [grace, setGrace] = useState('PT24H')
  const [secret, setSecret] = useState<string | undefined>(undefined)
  const attempt = useAttempt()
  const rotate = async () => {
    const made = await attempt.send((key) => desk.api.webhooks.rotate(endpointId, grace, key))
    if (made) setSecret(made.secret)
  }
  return (
    <Dialog title={say('webhooks.rotateTitle')} isBusy={attempt.isBusy} onClose={onClose}>
      {secret === undefined ? (
        <>
          <p>{say('webhooks.rotateText')}</p>
          <Select
            label={say('webhooks.grace')}
            options={graces.map(([value, key]) => [value, say(key)])}
            value={grace}
            onValue={(value) => {
              setGrace(value)
              attempt.renew()
            }}
          />
          <FaultNote fault={attempt.fault} />
        </>
      ) : (
        <NewSecret secret={secret} />
      )}
      <div class={styles.buttons}>
        {secret === undefined && (
          <Button look="main" isBusy={attempt.isBusy} onClick={() => void rotate()}>
            {say(attempt.isBusy ? 'form.busy' : 'webhooks.rotateSubmit')}
          </Button>
        )}
        <Button isBusy={attempt.isBusy} onClick={onClose}>
          {say('desk.close')}
        </Button>
      </div>
    </Dialog>
  )
}

function NewSecret({ secret }: { secret: string }) {
  const text = useRef<HTMLParagraphElement>(null)
  const [result, setResult] = useState('')
  // the pressed button has disappeared
  useEffect(() => text.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setResult(say('record.copied')),
      () => setResult(say('record.notCopied')),
    )
  return (
    <>
      <p tabIndex={-1} ref={text}>
        {say('webhooks.onlyNow')}
      </p>
      <code class={own.secret}>{secret}</code>
      <p class={styles.inline}>
        <Button onClick={() => void copy()}>{say('webhooks.copy')}</Button>
        <span role="status">{result}</span>
      </p>
    </>
  )
}
