import { useMemo, useEffect } from 'preact/hooks'
import { say } from '../../text/words.ts'
import type { DeskApi } from '../api/desk-api.ts'
import type { Named } from '../api/shapes.ts'
import { createResource } from '../resource.ts'
import { AgentField } from '../ui/agent-field.tsx'
import { Select } from '../ui/select.tsx'
import { defaultWho, type Target } from './booking.ts'

const QUEUE = 'queue '

interface Props {
  api: Pick<DeskApi, 'agents' | 'queues'>
  /** Whether the service has a queue of its own. */
  hasQueue: boolean
  /** Whether the person who books is an agent. */
  isAgent: boolean
  target: Target | undefined
  onTarget: (target: Target | undefined) => void
}

/** Whose times are offered: those of the service, of another queue, or of one agent. */
export function WhoChoice({ api, hasQueue, isAgent, target, onTarget }: Props) {
  const queues = useMemo(() => createResource(() => api.queues()), [])
  useEffect(() => void queues.load(), [])
  // if the queues cannot be loaded, an agent can still be chosen
  const known: readonly Named[] = queues.known.value.value ?? []
  return (
    <>
      <Select
        label={say('list.with')}
        options={[
          ['', say(defaultWho({ hasQueue, isAgent }))],
          ['agent', say('who.agent')],
          ...known.map(({ id, name }) => [QUEUE + id, say('who.queue', { name })] as const),
        ]}
        value={target === undefined ? '' : target.type === 'AGENT' ? 'agent' : QUEUE + target.id}
        onValue={(value) => {
          if (value === '') onTarget(undefined)
          else if (value === 'agent') onTarget({ type: 'AGENT', id: '' })
          else onTarget({ type: 'QUEUE', id: value.slice(QUEUE.length) })
        }}
      />
      {target?.type === 'AGENT' && (
        <AgentField
          id="book-agent"
          label={say('agents.who')}
          api={api}
          chosen={target.id}
          onChoose={(agent) => onTarget({ type: 'AGENT', id: agent?.id ?? '' })}
        />
      )}
    </>
  )
}
