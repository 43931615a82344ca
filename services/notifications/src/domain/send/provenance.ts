import type { UsedTemplate } from '@appointments/contracts'
import { reasons, type Reason } from '../notification.ts'
import type { SentContent } from './sent-content.ts'
import type { Outcome } from './outcomes.ts'
import type { Transition, Step } from './transition.ts'

/** A problem with a message that was sent nevertheless. */
export interface Warning {
  reason: Extract<Reason, 'template_missing' | 'long_sms'>
  message?: string
}

/** Adds the template and the warnings to the attempt in a transition. */
export function withProvenance(
  transition: Transition,
  template: UsedTemplate,
  warnings: readonly Warning[],
): Transition {
  const steps = transition.steps.flatMap((step): Step[] => {
    if (step.event !== 'attempt') return [step]
    const warned = warnings.map(({ reason, message }): Step => ({
      event: 'warned',
      status: step.status,
      reason,
      message: message ?? reasons[reason],
      attempt: step.attempt,
    }))
    return [{ ...step, template }, ...warned]
  })
  return { ...transition, steps }
}

/** Adds the sent content to a transition, unless the channel was unavailable and nothing was sent. */
export const withContent = (
  transition: Transition,
  { kind }: Pick<Outcome, 'kind'>,
  sent: SentContent,
): Transition => (kind === 'unavailable' ? transition : { ...transition, sent })
