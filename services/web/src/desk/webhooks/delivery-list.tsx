import { useEffect } from 'preact/hooks'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { messageStatuses } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { statusText, typeText } from '../messages/message-words.ts'
import { place, setQuery } from '../place.ts'
import { Select } from '../ui/select.tsx'
import { Shown } from '../ui/shown.tsx'
import styles from '../ui/desk.module.css'
import { spans, type Deliveries } from './deliveries.ts'
import { DeliveryChip } from './delivery-chip.tsx'
import { addressOfDelivery, addressOfEndpoint } from './webhook-address.ts'
import type { Delivery } from './webhooks-api.ts'
import own from './webhooks.module.css'

interface Props {
  desk: Desk
  endpointId: string
  deliveries: Deliveries
}

/** Deliveries to an endpoint, newest first. */
export function DeliveryList({ desk, endpointId, deliveries }: Props) {
  const { query } = place.value
  useEffect(() => void deliveries.load(), [query.toString()])
  const choose = (name: string) => (value: string) =>
    setQuery({ [name]: value === '' ? undefined : value, page: undefined })
  const any = ['', say('list.any')] as const
  return (
    <section class={own.deliveries}>
      <h2>{say('webhooks.deliveries')}</h2>
      <div class={styles.filters} role="group" aria-label={say('list.filters')}>
        <Select
          label={say('messages.status')}
          options={[any, ...messageStatuses.map((one) => [one, statusText(one)] as const)]}
          value={query.get('status') ?? ''}
          onValue={choose('status')}
        />
        <Select
          label={say('list.period')}
          options={[
            ['', say('period.all')],
            ...spans.map((one) => [one, say('webhooks.lastDays', { count: Number(one) })] as const),
          ]}
          value={spans.find((one) => one === query.get('days')) ?? ''}
          onValue={choose('days')}
        />
      </div>
      <Shown resource={deliveries}>
        {({ content, pageNumber, pageCount }, { isLoading }) => (
          <div class={isLoading ? styles.stale : undefined}>
            {content.length === 0 ? (
              <p class={styles.note}>{say('webhooks.noDeliveries')}</p>
            ) : (
              <DeliveryTable desk={desk} endpointId={endpointId} content={content} />
            )}
            <Pages endpointId={endpointId} pageNumber={pageNumber} pageCount={pageCount} />
          </div>
        )}
      </Shown>
    </section>
  )
}

interface TableProps {
  desk: Desk
  endpointId: string
  content: readonly Delivery[]
}

function DeliveryTable({ desk, endpointId, content }: TableProps) {
  return (
    <div class={styles.scroll} role="region" aria-label={say('webhooks.deliveries')} tabIndex={0}>
      <table class={styles.table}>
        <thead>
          <tr>
            <th scope="col">{say('messages.created')}</th>
            <th scope="col">{say('messages.message')}</th>
            <th scope="col">{say('messages.status')}</th>
            <th scope="col">{say('webhooks.attempts')}</th>
          </tr>
        </thead>
        <tbody>
          {content.map((one) => (
            <tr key={one.id}>
              <th scope="row" class={styles.when}>
                <a href={addressOfDelivery(endpointId, one.id)}>
                  {moment(Date.parse(one.createdAt), desk.zone(), pageLocale())}
                </a>
              </th>
              <td>{typeText(one.type)}</td>
              <td>
                <DeliveryChip desk={desk} delivery={one} />
              </td>
              <td>{one.attempts}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PagesProps {
  endpointId: string
  pageNumber: number
  pageCount: number
}

function Pages({ endpointId, pageNumber, pageCount }: PagesProps) {
  const { query } = place.value
  const at = (page: number) =>
    addressOfEndpoint(endpointId, {
      ...Object.fromEntries(query),
      page: page === 1 ? undefined : String(page),
    })
  if (pageCount <= 1) return null
  return (
    <nav class={styles.pages} aria-label={say('list.pages')}>
      {pageNumber > 1 && (
        <a class="button" href={at(1)}>
          {say('list.first')}
        </a>
      )}
      {pageNumber < pageCount && (
        <a class="button" href={at(pageNumber + 1)}>
          {say('list.nextPage')}
        </a>
      )}
    </nav>
  )
}
