import type { Question, ServiceType } from '../../api/booking.ts'
import type { Offer } from '../api/desk-api.ts'

/** Who is to serve an appointment. */
export interface Target {
  type: 'QUEUE' | 'AGENT'
  /** Empty while no agent is chosen. */
  id: string
}

/** Who serves an appointment if neither an agent nor a queue is chosen. */
export function defaultWho({ hasQueue, isAgent }: { hasQueue: boolean; isAgent: boolean }) {
  if (hasQueue) return 'who.any'
  return isAgent ? 'who.myself' : 'who.byDefault'
}

/** The input of a booking for a customer. */
export interface Draft {
  serviceTypeId: string
  /** Undefined for the default: see {@link defaultWho}. */
  target: Target | undefined
  /** The length of the chosen service, or the typed minutes if no service is chosen. */
  duration: string
  title: string
  firstName: string
  lastName: string
  email: string
  phone: string
  notes: string
  answers: Record<string, string | boolean>
}

export const emptyDraft: Draft = {
  serviceTypeId: '',
  target: undefined,
  duration: 'PT30M',
  title: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  notes: '',
  answers: {},
}

/** The fields that are reset when another service is chosen: length, agents and questions. */
export const ofService = (
  service: ServiceType | undefined,
): Pick<Draft, 'serviceTypeId' | 'duration' | 'target' | 'answers'> => ({
  serviceTypeId: service?.id ?? '',
  duration: service?.durations[0] ?? emptyDraft.duration,
  target: undefined,
  // a box that is not ticked means no
  answers: Object.fromEntries(
    (service?.intake ?? []).filter(({ type }) => type === 'BOOLEAN').map(({ id }) => [id, false]),
  ),
})

/**
 * The agent, queue or service whose free times are read; undefined if none is chosen.
 * @param userId of the agent who books
 */
export function offerOf(
  { serviceTypeId, duration, target }: Draft,
  service: ServiceType | undefined,
  { applicationId, userId }: { applicationId: string; userId: string | undefined },
): Offer | undefined {
  const what = { applicationId, duration, ...given('serviceTypeId', serviceTypeId) }
  if (target?.type === 'QUEUE') return { ...what, queueId: target.id }
  if (target) return target.id === '' ? undefined : { ...what, agentId: target.id }
  if (service?.queueId !== undefined) return what
  return userId === undefined ? undefined : { ...what, agentId: userId }
}

/** Names of the fields that are checked. */
export type FieldName = 'agent' | 'name' | 'contact' | 'email' | 'time' | 'answers'

/** The first required question that is not answered yet. */
export const unanswered = (draft: Draft, service: ServiceType | undefined): Question | undefined =>
  (service?.intake ?? []).find((question) => !hasAnswer(question, draft))

const hasAnswer = ({ id, required }: Question, { answers }: Draft): boolean =>
  !required || (answers[id] ?? '') !== ''

/** The faults of a draft. @param start the chosen time */
export function faultsOf(
  draft: Draft,
  service: ServiceType | undefined,
  start: number | undefined,
): FieldName[] {
  const { target, firstName, lastName, email, phone } = draft
  return [
    ...(target?.id === '' ? (['agent'] as const) : []),
    ...(firstName.trim() === '' && lastName.trim() === '' ? (['name'] as const) : []),
    ...(email.trim() === '' && phone.trim() === '' ? (['contact'] as const) : []),
    ...(email.trim() !== '' && !/^\S+@\S+\.\S+$/.test(email.trim()) ? (['email'] as const) : []),
    ...(unanswered(draft, service) ? (['answers'] as const) : []),
    ...(start === undefined ? (['time'] as const) : []),
  ]
}

const given = <Name extends string>(name: Name, value: string): Partial<Record<Name, string>> =>
  value.trim() === '' ? {} : ({ [name]: value.trim() } as Record<Name, string>)

interface Made {
  applicationId: string
  timezone: string
  start: number
  isOverride: boolean
  draft: Draft
}

/** The request that books a draft. */
export function requestOf({ applicationId, timezone, start, isOverride, draft }: Made): object {
  const { serviceTypeId, target, duration, title, notes, answers, firstName, lastName, email, phone } = draft
  return {
    applicationId,
    timezone,
    start: new Date(start).toISOString(),
    duration,
    ...given('serviceTypeId', serviceTypeId),
    ...(target && { targetAssignment: target }),
    ...given('title', title),
    ...given('notes', notes),
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(isOverride && { override: 'CALENDAR' }),
    customers: [
      {
        name: { ...given('firstName', firstName), ...given('lastName', lastName) },
        contact: { ...given('primaryEmail', email), ...given('primaryPhone', phone) },
      },
    ],
  }
}
