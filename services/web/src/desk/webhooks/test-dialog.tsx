import { useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/fault-note.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import styles from '../ui/desk.module.css'
import type { EndpointDialogProps } from './dialog-props.ts'
import { addressOfDelivery } from './webhook-address.ts'
import type { TestResult } from './webhooks-api.ts'

/** Sends a signed test and, on request, a tampered one that the receiver should reject. */
export function TestDialog({ desk, endpointId, onClose }: EndpointDialogProps) {
  const [checksRejection, setChecksRejection] = useState(true)
  const [result, setResult] = useState<TestResult | undefined>(undefined)
  const attempt = useAttempt()
  const test = async () => {
    setResult(undefined)
    setResult(await attempt.send((key) => desk.api.webhooks.test(endpointId, checksRejection, key)))
  }
  return (
    <Dialog title={say('webhooks.testTitle')} isBusy={attempt.isBusy} onClose={onClose}>
      <p>{say('webhooks.testText')}</p>
      <label class={styles.tick}>
        <input
          type="checkbox"
          checked={checksRejection}
          onChange={(event) => {
            setChecksRejection(event.currentTarget.checked)
            attempt.renew()
          }}
        />
        {say('webhooks.tampered')}
      </label>
      <div role="status">{result && <Result endpointId={endpointId} result={result} />}</div>
      <FaultNote fault={attempt.fault} />
      <div class={styles.buttons}>
        <Button look="main" isBusy={attempt.isBusy} onClick={() => void test()}>
          {say(attempt.isBusy ? 'form.busy' : 'webhooks.testSubmit')}
        </Button>
        <Button isBusy={attempt.isBusy} onClick={onClose}>
          {say('desk.close')}
        </Button>
      </div>
    </Dialog>
  )
}

function Result({ endpointId, result }: { endpointId: string; result: TestResult }) {
  const { status, providerStatus, message, rejectsTampered, deliveryId } = result
  const isDelivered = status === 'DELIVERED'
  const why = [providerStatus, message].filter((one) => one !== undefined).join(' · ')
  return (
    <div class={styles.note}>
      <p>
        <Chip
          icon={isDelivered ? 'check' : 'warn'}
          look={isDelivered ? 'good' : 'bad'}
          text={say(isDelivered ? 'webhooks.testPassed' : 'webhooks.testFailed')}
        />
      </p>
      {!isDelivered && why !== '' && <p>{why}</p>}
      {rejectsTampered !== undefined && (
        <p>
          <Chip
            icon={rejectsTampered ? 'check' : 'warn'}
            look={rejectsTampered ? 'good' : 'bad'}
            text={say(rejectsTampered ? 'webhooks.tamperedRejected' : 'webhooks.tamperedAccepted')}
          />
        </p>
      )}
      <p>
        <a href={addressOfDelivery(endpointId, deliveryId)}>{say('webhooks.showDelivery')}</a>
      </p>
    </div>
  )
}
