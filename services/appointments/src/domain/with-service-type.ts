import { problem, type Fault, type ServiceType } from '@appointments/contracts'
import { fault } from './fault.ts'
import type { StoredHold } from './hold.ts'
import type { ScheduleAppointment } from './schedule-command.ts'

/**
 * A request to schedule, with the values of its service type in place of absent fields, and the customer's answers as
 * metadata.
 * @param hold the hold that the request uses; if it is public, customers could book the service type when it was made
 * @throws Problem VALIDATION_FAILED if customers may not book the service type, which hides all other errors from them
 * @throws Problem VALIDATION_FAILED if the duration is missing or an answer is wrong
 */
export function withServiceType(
  command: ScheduleAppointment,
  serviceType: ServiceType,
  hold?: Pick<StoredHold, 'isPublic'>,
): ScheduleAppointment {
  const { answers, caller, interaction, metadata } = command
  const isForCustomers = hold?.isPublic || serviceType.bookableBy === 'ANYONE'
  if (caller.verifiedContact && !isForCustomers) throw notForCustomers()
  const [only, ...others] = serviceType.durations
  const duration = command.duration ?? (others.length === 0 ? only : undefined)
  const errors = [
    ...(duration == null
      ? [fault('/duration', 'REQUIRED', 'is required, because the service type has several')]
      : []),
    ...(answers && metadata && 'intake' in metadata
      ? [
          fault(
            '/metadata/intake',
            'FIELD_NOT_ALLOWED',
            'must be absent, because the service stores the intake form there',
          ),
        ]
      : []),
    ...answerFaults(answers ?? {}, serviceType),
  ]
  if (errors.length > 0) throw problem('VALIDATION_FAILED', { errors })
  const routing = interaction?.routing ?? serviceType.routing
  return {
    ...command,
    duration,
    title: command.title ?? serviceType.title ?? nameIn(command.locale, serviceType),
    ...(routing && { interaction: { ...interaction, routing } }),
    ...(answers && { metadata: { ...metadata, intake: answers } }),
  }
}

const notForCustomers = () =>
  problem('VALIDATION_FAILED', {
    errors: [fault('/serviceTypeId', 'FIELD_NOT_ALLOWED', 'must be a service type that customers may book')],
  })

/** The name of a service type in the language of a locale, if it has one. */
const nameIn = (locale: string | null | undefined, { name, names = {} }: ServiceType): string =>
  names[locale ?? ''] ?? names[locale?.split('-')[0] ?? ''] ?? name

type Question = ServiceType['intake'][number]

function answerFaults(answers: Record<string, string | boolean>, { intake }: ServiceType): Fault[] {
  const unknown = Object.keys(answers)
    .filter((id) => intake.every((question) => question.id !== id))
    .map((id) => fault(`/answers/${id}`, 'UNKNOWN_QUESTION', 'must be a question of the service type'))
  return [...intake.flatMap((question) => faultOf(question, answers[question.id])), ...unknown]
}

function faultOf(
  { id, type, required, choices = [], maxLength = 500 }: Question,
  answer: string | boolean | undefined,
): Fault[] {
  const pointer = `/answers/${id}`
  if (answer === undefined || answer === '')
    return required ? [fault(pointer, 'REQUIRED', 'is required')] : []
  if (type === 'BOOLEAN')
    return typeof answer === 'boolean' ? [] : [fault(pointer, 'INVALID_TYPE', 'must be true or false')]
  if (typeof answer !== 'string') return [fault(pointer, 'INVALID_TYPE', 'must be text')]
  if (type === 'CHOICE')
    return choices.includes(answer)
      ? []
      : [fault(pointer, 'NOT_A_CHOICE', `must be one of ${choices.join(', ')}`)]
  return answer.length <= maxLength
    ? []
    : [fault(pointer, 'TOO_LONG', `must have at most ${maxLength} characters`)]
}
