import { useEffect, useMemo } from 'preact/hooks'
import { say } from '../../text/words.ts'
import type { Desk } from '../desk.ts'
import { place } from '../place.ts'
import { createResource } from '../resource.ts'
import { Shown } from '../ui/shown.tsx'
import { View } from '../ui/view.tsx'
import styles from '../ui/desk.module.css'
import { DeliveryPage } from './delivery-page.tsx'
import { EndpointPage } from './endpoint-page.tsx'
import { Health } from './health.tsx'
import { addressOfEndpoint } from './webhook-address.ts'
import type { Endpoint } from './webhooks-api.ts'

/** The endpoints that receive webhooks, one of them, or one delivery: the address says which. */
export function WebhooksView({ desk }: { desk: Desk }) {
  const { query } = place.value
  const [endpoint, delivery] = [query.get('endpoint'), query.get('delivery')]
  if (endpoint === null) return <EndpointList desk={desk} />
  if (delivery === null) return <EndpointPage desk={desk} id={endpoint} key={endpoint} />
  return <DeliveryPage desk={desk} endpointId={endpoint} id={delivery} key={delivery} />
}

function EndpointList({ desk }: { desk: Desk }) {
  const { api, application } = desk
  const endpoints = useMemo(() => createResource(() => api.webhooks.endpoints(application.value.id)), [])
  useEffect(() => void endpoints.load(), [])
  return (
    <View title={say('desk.webhooks')}>
      <Shown resource={endpoints}>
        {(all) =>
          all.length === 0 ? (
            <p class={styles.note}>{say('webhooks.none')}</p>
          ) : (
            <div class={styles.scroll} role="region" aria-label={say('desk.webhooks')} tabIndex={0}>
              <table class={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{say('webhooks.endpoint')}</th>
                    <th scope="col">{say('webhooks.health')}</th>
                    <th scope="col">{say('webhooks.last24h')}</th>
                    <th scope="col">{say('webhooks.events')}</th>
                  </tr>
                </thead>
                <tbody>
                  {all.map((one) => (
                    <EndpointRow desk={desk} endpoint={one} key={one.id} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Shown>
    </View>
  )
}

function EndpointRow({ desk, endpoint }: { desk: Desk; endpoint: Endpoint }) {
  const { id, url, events, last24h } = endpoint
  return (
    <tr>
      <th scope="row">
        <a href={addressOfEndpoint(id)}>
          <bdi>{url}</bdi>
        </a>
      </th>
      <td>
        <Health desk={desk} endpoint={endpoint} />
      </td>
      <td>{say('webhooks.counts', last24h)}</td>
      <td>
        {events === undefined
          ? say('webhooks.allEvents')
          : say('webhooks.someEvents', { count: events.length })}
      </td>
    </tr>
  )
}
