import { useEffect, useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import type { Agent } from '../api/shapes.ts'
import { AgentField } from '../ui/agent-field.tsx'
import type { ActionProps } from './action-props.ts'
import { ChangeDialog } from './change-dialog.tsx'

/** Gives the appointment to another agent; free agents come first. */
export function ReassignDialog({ desk, record, appointment, onClose }: ActionProps) {
  const [agent, setAgent] = useState<Agent | undefined>(undefined)
  const [free, setFree] = useState<readonly string[]>([])
  useEffect(() => {
    // if this fails, the agents are merely not sorted
    void desk.api.freeAgents(appointment).then(setFree, () => setFree([]))
  }, [])
  const { organizer } = appointment
  return (
    <ChangeDialog
      {...{ desk, record, appointment, onClose }}
      title={say('reassigning.title')}
      submit={say('reassigning.submit')}
      done={say('reassigning.done')}
      fault={() => (agent ? undefined : say('reassigning.choose'))}
      send={(seen, key) => desk.api.reassign(seen, agent?.id ?? '', key)}
    >
      <AgentField
        id="new-agent"
        label={say('agents.who')}
        api={desk.api}
        chosen={agent?.id}
        free={free}
        without={organizer ? [organizer.id] : []}
        onChoose={setAgent}
      />
    </ChangeDialog>
  )
}
