import { useEffect, useState } from 'preact/hooks'
import { clockTime } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Agent, Check } from '../api/shapes.ts'
import { agentName } from '../people.ts'
import { reasonText, timedReasonText, type BlockingReason } from './blocking-reasons.ts'
import styles from './desk.module.css'
import { FaultNote } from './fault-note.tsx'
import { useAttempt } from './use-attempt.ts'

/** Why a time is offered or not. */
export interface Explanation extends Pick<Check, 'offered' | 'reasons'> {
  agents: (Agent & { reasons: readonly BlockingReason[] })[]
  /** How many agents are not listed. */
  others: number
}

/** Reads why a time is offered or not. @param start milliseconds since 1970 @throws ApiError */
export type Explain = (start: number) => Promise<Explanation>

interface Props {
  start: number
  zone: string
  explain: Explain
}

/** A button that shows why a time is not offered. */
export function WhyNot({ start, zone, explain }: Props) {
  const [found, setFound] = useState<{ of: number; explanation: Explanation } | undefined>(undefined)
  const attempt = useAttempt()
  const time = clockTime(start, zone, pageLocale())
  useEffect(() => attempt.renew(), [start])
  const read = async () => {
    const explanation = await attempt.send(() => explain(start))
    if (explanation) setFound({ of: start, explanation })
  }
  return (
    <div>
      <Button name="why" isBusy={attempt.isBusy} onClick={() => void read()}>
        {say('blocked.ask', { time })}
      </Button>
      <FaultNote fault={attempt.fault} />
      <div role="status">
        {found?.of === start && <Reasons explanation={found.explanation} time={time} zone={zone} />}
      </div>
    </div>
  )
}

function Reasons({ explanation, time, zone }: { explanation: Explanation; time: string; zone: string }) {
  const { offered, reasons, agents, others } = explanation
  if (offered) return <p class={styles.note}>{say('blocked.offered', { time })}</p>
  const ownReasons = agents.length === 1 ? agents[0]?.reasons : undefined
  return (
    <div class={styles.note}>
      <p>{say('blocked.title', { time })}</p>
      <ul>
        {ownReasons
          ? ownReasons.map((one) => <li key={`${one.code} ${one.from}`}>{timedReasonText(one, zone)}</li>)
          : reasons.map((code) => <li key={code}>{reasonText(code)}</li>)}
      </ul>
      {agents.length > 1 && (
        <>
          <p>{say('blocked.byAgent')}</p>
          <ul>
            {agents.map((agent) => (
              <li key={agent.id}>
                <strong>
                  <bdi>{agentName(agent)}</bdi>
                </strong>
                {`${say('desk.colon')} `}
                {agent.reasons.map((one) => timedReasonText(one, zone)).join(' · ')}
              </li>
            ))}
          </ul>
        </>
      )}
      {others > 0 && <p>{say('blocked.others', { count: others })}</p>}
    </div>
  )
}
