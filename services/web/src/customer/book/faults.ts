import { ApiError, isUnsettled } from '../../api/send.ts'
import { kept, say } from '../../text/words.ts'
import { busyText } from '../failure.tsx'
import { faultAt, fieldFaultOf, type Asked, type FieldFault } from './details.ts'

const GONE = new Set(['SERVICE_TYPE_NOT_FOUND', 'APPLICATION_NOT_FOUND'])

/** Whether an error means that nothing can be booked here any more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && GONE.has(error.code)

/**
 * An error in words: one text for each field that it concerns, otherwise a single text.
 * @param asked the form whose fields the error may concern
 */
export function faultsOf(error: unknown, asked?: Asked): FieldFault[] {
  if (isUnsettled(error) || !(error instanceof ApiError))
    return [kept(() => `${say('book.unreachable')} ${say('fault.connection')}`)]
  if (error.status === 429) return [kept(() => busyText(error).join(' '))]
  if (error.status === 401) return [faultAt('code', () => say('code.wrong'))]
  const fields = (error.body?.errors ?? []).flatMap(
    ({ pointer = '' }) => (asked && fieldFaultOf(pointer, asked)) ?? [],
  )
  return fields.length > 0 ? fields : [kept(() => say('fault.invalid'))]
}
