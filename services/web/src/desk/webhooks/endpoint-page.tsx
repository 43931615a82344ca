import { useEffect, useMemo, useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Desk } from '../desk.ts'
import { addressOf } from '../place.ts'
import { createResource } from '../resource.ts'
import { Shown } from '../ui/shown.tsx'
import { View } from '../ui/view.tsx'
import styles from '../ui/desk.module.css'
import { DeliveryList } from './delivery-list.tsx'
import { createDeliveries } from './deliveries.ts'
import { Health } from './health.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { SecretsPanel } from './secrets-panel.tsx'
import { TestDialog } from './test-dialog.tsx'
import type { Endpoint } from './webhooks-api.ts'

const dialogs = { test: TestDialog, replay: ReplayDialog, rotate: RotateDialog }
const buttons = { test: 'webhooks.test', replay: 'webhooks.replay', rotate: 'webhooks.rotate' } as const
type Open = keyof typeof dialogs

/** One endpoint: its health, its secrets, and what was sent to it. */
export function EndpointPage({ desk, id }: { desk: Desk; id: string }) {
  const { webhooks } = desk.api
  const endpoint = useMemo(() => createResource(() => webhooks.endpoint(id)), [])
  const secrets = useMemo(() => createResource(() => webhooks.secrets(id)), [])
  const deliveries = useMemo(() => createDeliveries(webhooks, id), [])
  const load = () => {
    for (const one of [endpoint, secrets, deliveries]) void one.load()
  }
  useEffect(load, [])
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const Opened = open && dialogs[open]
  return (
    <View
      title={say('webhooks.endpoint')}
      tools={<a href={addressOf('webhooks')}>{say('webhooks.toList')}</a>}
    >
      <Shown resource={endpoint}>
        {(found) => (
          <>
            <div class={styles.actions} role="group" aria-label={say('record.actions')}>
              {(Object.keys(dialogs) as Open[]).map((name) => (
                <Button key={name} name={name} onClick={() => setOpen(name)}>
                  {say(buttons[name])}
                </Button>
              ))}
            </div>
            <div class={styles.columns}>
              <Facts desk={desk} endpoint={found} />
              <SecretsPanel desk={desk} endpointId={id} secrets={secrets} />
            </div>
          </>
        )}
      </Shown>
      <DeliveryList desk={desk} endpointId={id} deliveries={deliveries} />
      {Opened && (
        <Opened
          desk={desk}
          endpointId={id}
          onClose={() => {
            setOpen(undefined)
            load()
          }}
        />
      )}
    </View>
  )
}

function Facts({ desk, endpoint }: { desk: Desk; endpoint: Endpoint }) {
  const { url, events, last24h, signature, includeContact, includeRoomUrl, alertEmail } = endpoint
  const extras = [
    ...(includeContact ? [say('webhooks.contact')] : []),
    ...(includeRoomUrl ? [say('webhooks.room')] : []),
  ]
  return (
    <section class={styles.panel}>
      <h2>{say('record.facts')}</h2>
      <dl class={styles.facts}>
        <div>
          <dt>{say('webhooks.address')}</dt>
          <dd>
            <bdi>{url}</bdi>
          </dd>
        </div>
        <div>
          <dt>{say('webhooks.health')}</dt>
          <dd>
            <Health desk={desk} endpoint={endpoint} />
          </dd>
        </div>
        <div>
          <dt>{say('webhooks.last24h')}</dt>
          <dd>{say('webhooks.counts', last24h)}</dd>
        </div>
        <div>
          <dt>{say('webhooks.events')}</dt>
          <dd>{events === undefined ? say('webhooks.allEvents') : events.join(', ')}</dd>
        </div>
        <div>
          <dt>{say('webhooks.signature')}</dt>
          <dd>{signature === 'both' ? 'v1, v1a' : signature}</dd>
        </div>
        {extras.length > 0 && (
          <div>
            <dt>{say('webhooks.contains')}</dt>
            <dd>{extras.join(', ')}</dd>
          </div>
        )}
        {alertEmail !== undefined && (
          <div>
            <dt>{say('webhooks.alerts')}</dt>
            <dd>
              <bdi>{alertEmail}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
