import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../../api/send.ts'
import { say } from '../../text/words.ts'
import type { Agent } from '../api/shapes.ts'
import { faultText } from '../fault-text.ts'
import { AgentField } from '../ui/agent-field.tsx'
import type { ActionProps } from './action-props.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { mayOverrideCalendar } from './may-change.ts'

/** An error in words; another agent, not another time, solves it. */
function explain(error: unknown): string {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'SLOT_TAKEN') return say('reassigning.taken')
  return code === 'OVERRIDE_NOT_ALLOWED' ? say('outside.mayNotAgent') : faultText(error)
}

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
      {...{ desk, record, appointment, explain, onClose }}
      title={say('reassigning.title')}
      submit={say('reassigning.submit')}
      done={say('reassigning.done')}
      fault={() => (agent ? undefined : say('reassigning.choose'))}
      choice="agent"
      anyway={mayOverrideCalendar(desk, appointment) ? say('reassigning.anyway') : undefined}
      send={(seen, key, isAnyway) => desk.api.reassign(seen, agent?.id ?? '', isAnyway, key)}
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
