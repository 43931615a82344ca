import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { say, type PlainKey } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import { messageStatuses, type Retried } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { place, setQuery } from '../place.ts'
import { AgentFilter } from '../ui/agent-filter.tsx'
import { BadNote } from '../ui/bad-note.tsx'
import { FaultNote } from '../ui/fault-note.tsx'
import { Filters } from '../ui/filters.tsx'
import { Pages } from '../ui/pages.tsx'
import { Select } from '../ui/select.tsx'
import { Shown } from '../ui/shown.tsx'
import { View } from '../ui/view.tsx'
import styles from '../ui/desk.module.css'
import {
  channelNames,
  channelText,
  messageName,
  reasonChoices,
  statusText,
  typeNames,
  typeText,
} from './message-words.ts'
import { MessageTable } from './message-table.tsx'
import own from './messages.module.css'
import { createMessages, days, type Messages } from './messages.ts'

/** The messages of the application, at first only those that did not reach their customer and can be sent again. */
export function MessagesView({ desk }: { desk: Desk }) {
  const messages = useMemo(() => createMessages(desk), [])
  const { query } = place.value
  useEffect(() => messages.follow(), [])
  useEffect(() => void messages.open(), [query.toString()])
  const isAll = query.get('view') === 'ALL'
  const isPart = ['type', 'channel', 'reason', 'agent', 'after'].some((name) => query.has(name))
  return (
    <View title={say(isAll ? 'desk.messages' : 'messages.unreached')}>
      <MessageFilters desk={desk} isAll={isAll} />
      <Shown resource={messages.list}>
        {({ content, nextCursor }, { isLoading }) => (
          <div class={isLoading ? styles.stale : undefined}>
            {desk.is('ROLE_AGENT', 'ROLE_SUPERVISOR') && <Again messages={messages} ids={again(content)} />}
            {content.length === 0 ? (
              <p class={styles.note}>{say(isAll || isPart ? 'messages.empty' : 'messages.allReached')}</p>
            ) : (
              <MessageTable desk={desk} messages={messages} content={content} />
            )}
            <Pages nextCursor={nextCursor} />
          </div>
        )}
      </Shown>
    </View>
  )
}

const again = (content: readonly { id: string; canRetry: boolean }[]): string[] =>
  content.filter(({ canRetry }) => canRetry).map(({ id }) => id)

const filterNames = ['view', 'days', 'status', 'type', 'channel', 'reason', 'agent'] as const

function MessageFilters({ desk, isAll }: { desk: Desk; isAll: boolean }) {
  const { query } = place.value
  const choose = (name: string) => (value: string) =>
    setQuery({ [name]: value === '' ? undefined : value, after: undefined })
  const any = ['', say('list.any')] as const
  return (
    <Filters count={filterNames.filter((name) => query.has(name)).length}>
      <Select
        label={say('messages.show')}
        options={[
          ['', say('messages.unreached')],
          ['ALL', say('messages.all')],
        ]}
        value={isAll ? 'ALL' : ''}
        onValue={choose('view')}
      />
      <Select
        label={say('list.period')}
        options={days.map((one) => [one, say('messages.days', { count: Number(one) })])}
        value={days.find((one) => one === query.get('days')) ?? '7'}
        onValue={choose('days')}
      />
      {isAll && (
        <Select
          label={say('messages.status')}
          options={[any, ...messageStatuses.map((one) => [one, statusText(one)] as const)]}
          value={query.get('status') ?? ''}
          onValue={choose('status')}
        />
      )}
      <Select
        label={say('messages.type')}
        options={[any, ...Object.keys(typeNames).map((one) => [one, typeText(one)] as const)]}
        value={query.get('type') ?? ''}
        onValue={choose('type')}
      />
      <Select
        label={say('messages.channel')}
        options={[any, ...Object.keys(channelNames).map((one) => [one, channelText(one)] as const)]}
        value={query.get('channel') ?? ''}
        onValue={choose('channel')}
      />
      <Select
        label={say('messages.reason')}
        options={[any, ...reasonChoices()]}
        value={query.get('reason') ?? ''}
        onValue={choose('reason')}
      />
      <AgentFilter desk={desk} none={say('list.any')} clear={say('list.anyAgent')} />
    </Filters>
  )
}

const outcomes: Record<Retried['outcome'], PlainKey> = {
  QUEUED: 'retried.QUEUED',
  NOT_RETRYABLE: 'retried.NOT_RETRYABLE',
  CONTENT_GONE: 'retried.CONTENT_GONE',
  NOT_FOUND: 'retried.NOT_FOUND',
}

/** Sends the chosen messages again, and shows the result of each. */
function Again({ messages, ids }: { messages: Messages; ids: readonly string[] }) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<unknown>(undefined)
  const [hasChosenNone, setChosenNone] = useState(false)
  const result = useRef<HTMLParagraphElement>(null)
  const attention = messages.attention.value
  useEffect(() => {
    if (attention > 0) result.current?.focus()
  }, [attention])
  const count = messages.chosen.value.size
  const results = messages.results.value
  const queued = results.filter(({ outcome }) => outcome === 'QUEUED').length
  const send = async () => {
    setChosenNone(count === 0)
    if (count === 0) return
    setBusy(true)
    const error = await messages.sendAgain([...messages.chosen.peek()]).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    setFault(error)
    setBusy(false)
    if (error === undefined) messages.attend()
  }
  return (
    <div class={styles.bulk}>
      {ids.length > 0 && <Button onClick={() => messages.chooseAll(ids)}>{say('messages.chooseAll')}</Button>}
      {/* the bar is always there, so that choosing a message moves nothing on the page */}
      {ids.length > 0 && (
        <Button look="main" isBusy={isBusy} onClick={() => void send()}>
          {say('messages.again', { count })}
        </Button>
      )}
      <p role="status" tabIndex={-1} ref={result}>
        {results.length > 0 && say('messages.queued', { count: queued })}
      </p>
      <BadNote text={hasChosenNone && count === 0 ? say('messages.chooseOne') : undefined} />
      {results.length > 0 && (
        <ul class={own.results}>
          {results.map(({ message, outcome }) => (
            <li key={message.id}>
              <bdi>{message.recipient.displayName}</bdi>, {messageName(message)}:{' '}
              <strong>{say(outcomes[outcome])}</strong>
            </li>
          ))}
        </ul>
      )}
      <FaultNote fault={fault} />
    </div>
  )
}
