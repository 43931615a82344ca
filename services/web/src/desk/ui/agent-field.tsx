import { useEffect, useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import parts from '../../ui/parts.module.css'
import type { DeskApi } from '../api/desk-api.ts'
import type { Agent } from '../api/shapes.ts'
import { faultText } from '../fault-text.ts'
import { agentName } from '../people.ts'
import styles from './desk.module.css'

const GATHER_MS = 250

interface Props {
  id: string
  label: string
  api: Pick<DeskApi, 'agents'>
  chosen: string | undefined
  /** Agents who come first, marked as free. */
  free?: readonly string[]
  /** Agents who are not offered. */
  without?: readonly string[]
  onChoose: (agent: Agent | undefined) => void
}

/** Picks one of many agents: the field filters by name, and the matches are choices of one group. */
export function AgentField({ id, label, api, chosen, free = [], without = [], onChoose }: Props) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<Agent | undefined>(undefined)
  const [found, setFound] = useState<readonly Agent[] | undefined>(undefined)
  const [fault, setFault] = useState<unknown>(undefined)
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => {
      void api.agents(text.trim()).then(
        (agents) => {
          if (!isWanted) return
          setFound(agents)
          setFault(undefined)
        },
        (error: unknown) => {
          if (!isWanted) return
          setFound(undefined)
          setFault(error)
        },
      )
    }, GATHER_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [text])
  const isFree = (agent: Agent) => free.includes(agent.id)
  const offered = (found ?? [])
    .filter((agent) => !without.includes(agent.id))
    .sort((one, other) => Number(isFree(other)) - Number(isFree(one)))
  // a choice that the filter hides would be sent unseen
  const isHidden = picked?.id === chosen && !offered.some(({ id: one }) => one === chosen)
  const shown = picked && isHidden ? [picked, ...offered] : offered
  return (
    <fieldset class={styles.agents}>
      <legend class={parts.label}>{label}</legend>
      <input
        class={parts.input}
        type="search"
        id={id}
        autocomplete="off"
        aria-label={say('agents.filter')}
        placeholder={say('agents.filter')}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter would submit the form around the field
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <div class={styles.choices}>
        {shown.map((agent) => (
          <label key={agent.id} class={styles.choice}>
            <input
              type="radio"
              name={id}
              value={agent.id}
              checked={agent.id === chosen}
              onChange={() => {
                setPicked(agent)
                onChoose(agent)
              }}
            />
            <bdi>{agentName(agent)}</bdi>
            {isFree(agent) && <span class={styles.free}>{say('agents.free')}</span>}
          </label>
        ))}
      </div>
      <p class={styles.soft} role="status">
        {fault === undefined ? offered.length === 0 && found && say('agents.none') : faultText(fault)}
      </p>
    </fieldset>
  )
}
