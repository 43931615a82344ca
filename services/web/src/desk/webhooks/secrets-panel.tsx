import { useState } from 'preact/hooks'
import { announce } from '../../ui/announce.ts'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Desk } from '../desk.ts'
import type { Resource } from '../resource.ts'
import { Chip } from '../ui/chip.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultNote } from '../ui/fault-note.tsx'
import { Shown } from '../ui/shown.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import styles from '../ui/desk.module.css'
import type { Secret } from './webhooks-api.ts'
import own from './webhooks.module.css'

interface Props {
  desk: Desk
  endpointId: string
  secrets: Resource<Secret[]>
}

/** The secrets that sign webhooks, and when replaced ones expire. */
export function SecretsPanel({ desk, endpointId, secrets }: Props) {
  const [ending, setEnding] = useState<Secret | undefined>(undefined)
  const at = (instant: string) => moment(Date.parse(instant), desk.zone(), pageLocale())
  return (
    <section class={styles.panel}>
      <h2>{say('webhooks.secrets')}</h2>
      <Shown resource={secrets}>
        {(all) => (
          <ul class={own.secrets}>
            {all.map((one) => (
              <li key={one.id}>
                <span>
                  {say('webhooks.secretSince', { time: at(one.createdAt) })}
                  {one.endsAt !== undefined && (
                    <span class={styles.why}>{say('webhooks.secretEnds', { time: at(one.endsAt) })}</span>
                  )}
                </span>
                {one.current ? (
                  <Chip icon="check" look="good" text={say('webhooks.secretCurrent')} />
                ) : (
                  <Button name="end-secret" onClick={() => setEnding(one)}>
                    {say('webhooks.endNow')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Shown>
      {ending && (
        <EndDialog
          desk={desk}
          endpointId={endpointId}
          secret={ending}
          onClose={() => {
            setEnding(undefined)
            void secrets.load()
          }}
        />
      )}
    </section>
  )
}

interface EndProps {
  desk: Desk
  endpointId: string
  secret: Secret
  onClose: () => void
}

function EndDialog({ desk, endpointId, secret, onClose }: EndProps) {
  const attempt = useAttempt()
  const end = async () => {
    const ended = await attempt.send(() =>
      desk.api.webhooks.endSecret(endpointId, secret.id).then(() => true),
    )
    if (ended === undefined) return
    announce(say('webhooks.secretEnded'))
    onClose()
  }
  return (
    <Dialog title={say('webhooks.endTitle')} isBusy={attempt.isBusy} onClose={onClose}>
      <p>{say('webhooks.endText')}</p>
      <FaultNote fault={attempt.fault} />
      <div class={styles.buttons}>
        <Button look="danger" isBusy={attempt.isBusy} onClick={() => void end()}>
          {say(attempt.isBusy ? 'form.busy' : 'webhooks.endNow')}
        </Button>
        <Button isBusy={attempt.isBusy} onClick={onClose}>
          {say('desk.close')}
        </Button>
      </div>
    </Dialog>
  )
}
