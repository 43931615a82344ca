import { useEffect, useMemo } from 'preact/hooks'
import { announce } from '../../ui/announce.ts'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Desk } from '../desk.ts'
import { typeText } from '../messages/message-words.ts'
import { addressOf } from '../place.ts'
import { createResource } from '../resource.ts'
import { FaultNote } from '../ui/fault-note.tsx'
import { Shown } from '../ui/shown.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import { View } from '../ui/view.tsx'
import styles from '../ui/desk.module.css'
import { AttemptTable } from './attempt-table.tsx'
import { DeliveryChip } from './delivery-chip.tsx'
import { addressOfEndpoint } from './webhook-address.ts'
import type { DeliveryDetail } from './webhooks-api.ts'
import own from './webhooks.module.css'

interface Props {
  desk: Desk
  endpointId: string
  id: string
}

/** One delivery: its request, every attempt, and the receiver's response to each. */
export function DeliveryPage({ desk, endpointId, id }: Props) {
  const { webhooks } = desk.api
  const delivery = useMemo(() => createResource(() => webhooks.delivery(endpointId, id)), [])
  useEffect(() => void delivery.load(), [])
  const attempt = useAttempt()
  const again = async () => {
    const sent = await attempt.send((key) => webhooks.redeliver(endpointId, id, key))
    if (!sent) return
    announce(say('webhooks.sentAgain'))
    await delivery.load()
  }
  return (
    <View
      title={say('webhooks.delivery')}
      tools={<a href={addressOfEndpoint(endpointId)}>{say('webhooks.toEndpoint')}</a>}
    >
      <Shown resource={delivery}>
        {(found) => (
          <>
            <div class={styles.actions}>
              {found.request && (
                <Button isBusy={attempt.isBusy} onClick={() => void again()}>
                  {say('webhooks.again')}
                </Button>
              )}
              <Button onClick={() => void delivery.load()}>{say('desk.reload')}</Button>
            </div>
            <FaultNote fault={attempt.fault} />
            <Content desk={desk} delivery={found} />
          </>
        )}
      </Shown>
    </View>
  )
}

function Content({ desk, delivery }: { desk: Desk; delivery: DeliveryDetail }) {
  const { type, createdAt, appointmentId, request, attempts } = delivery
  return (
    <div class={own.stack}>
      <section class={styles.panel}>
        <h2>{say('record.facts')}</h2>
        <dl class={styles.facts}>
          <div>
            <dt>{say('messages.message')}</dt>
            <dd>{typeText(type)}</dd>
          </div>
          <div>
            <dt>{say('messages.status')}</dt>
            <dd>
              <DeliveryChip desk={desk} delivery={delivery} />
            </dd>
          </div>
          <div>
            <dt>{say('messages.created')}</dt>
            <dd>{moment(Date.parse(createdAt), desk.zone(), pageLocale())}</dd>
          </div>
          <div>
            <dt>{say('messages.appointment')}</dt>
            <dd>
              <a href={addressOf('appointments', appointmentId)}>{appointmentId}</a>
            </dd>
          </div>
        </dl>
      </section>
      <section class={styles.panel}>
        <h2>{say('webhooks.attempts')}</h2>
        <AttemptTable desk={desk} attempts={attempts} />
      </section>
      <section class={styles.panel}>
        <h2>{say('webhooks.request')}</h2>
        {request ? <Request {...request} /> : <p class={styles.soft}>{say('webhooks.noRequest')}</p>}
      </section>
    </div>
  )
}

function Request({ headers, body }: NonNullable<DeliveryDetail['request']>) {
  return (
    <>
      <h3 class={own.label}>{say('webhooks.headers')}</h3>
      <pre class={own.text} tabIndex={0} role="region" aria-label={say('webhooks.headers')}>
        {Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      </pre>
      <h3 class={own.label}>{say('webhooks.body')}</h3>
      <pre class={own.text} tabIndex={0} role="region" aria-label={say('webhooks.body')}>
        {readable(body)}
      </pre>
    </>
  )
}

/** JSON with indents; anything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
