import { useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/parts.module.css'
import type { Agent } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { agentName } from '../people.ts'
import { place, setQuery } from '../place.ts'
import { AgentField } from './agent-field.tsx'
import { Dialog } from './dialog.tsx'
import styles from './desk.module.css'

interface Props {
  desk: Desk
  /** The text to show while no agent is chosen. */
  none: string
  /** Removes the choice. */
  clear: string
  /** The chosen agent's entry in the directory, once it is loaded. */
  entry?: Agent | undefined
}

/** Filters by the agent that the address names. The agent is picked in a dialog, because there may be thousands. */
export function AgentFilter({ desk, none, clear, entry }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<Agent | undefined>(undefined)
  /** Marked in the dialog. The arrow keys mark one agent after the other, so a mark alone changes nothing. */
  const [marked, setMarked] = useState<Agent | undefined>(undefined)
  const chosen = place.value.query.get('agent') ?? undefined
  const take = (agent: Agent | undefined) => {
    setPicked(agent)
    setQuery({ agent: agent?.id, after: undefined })
    setOpen(false)
  }
  const known = [picked, entry].find((one) => one?.id === chosen)
  return (
    <div>
      <span class={parts.label} id="agent-filter">
        {say('list.agent')}
      </span>
      <button
        class={`${parts.input} ${styles.picker}`}
        type="button"
        id="agent-chosen"
        aria-labelledby="agent-filter agent-chosen"
        aria-haspopup="dialog"
        onClick={() => {
          setMarked(undefined)
          setOpen(true)
        }}
      >
        <bdi>{chosen === undefined ? none : agentName(known ?? { id: chosen })}</bdi>
      </button>
      {isOpen && (
        <Dialog title={say('list.agent')} onClose={() => setOpen(false)}>
          <AgentField
            id="filter-agent"
            label={say('agents.who')}
            api={desk.api}
            chosen={marked?.id ?? chosen}
            onChoose={setMarked}
          />
          <div class={styles.buttons}>
            <Button look="main" onClick={() => (marked ? take(marked) : setOpen(false))}>
              {say('booking.choose')}
            </Button>
            {chosen !== undefined && <Button onClick={() => take(undefined)}>{clear}</Button>}
            <Button onClick={() => setOpen(false)}>{say('desk.close')}</Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
