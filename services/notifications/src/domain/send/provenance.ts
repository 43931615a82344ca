import type { UsedTemplate } from '@appointments/contracts'
import { reasons, type Reason } from '../notification.ts'
import type { Settlement, Step } from './transition.ts'

/** Something about a message that somebody should look at, though it was sent. */
export interface Warning {
  reason: Extract<Reason, 'template_missing' | 'long_sms'>
  message?: string
}

/** The settlement whose attempt says which words it was made of, and what there is to say about them. */
export function withProvenance(
  settlement: Settlement,
  template: UsedTemplate,
  warnings: readonly Warning[],
): Settlement {
  const steps = settlement.steps.flatMap((step): Step[] => {
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
  return { ...settlement, steps }
}
