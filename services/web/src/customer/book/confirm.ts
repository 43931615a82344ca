import { batch } from '@preact/signals'
import type { Booking, BookingApi, ServiceType } from '../../api/booking.ts'
import { isUnsettled } from '../../api/send.ts'
import { kept, pageLocale, say } from '../../text/words.ts'
import type { FreeTime } from '../../api/free-times.ts'
import { isTaken } from '../holding.ts'
import { nextAttempt, type Attempt } from './attempts.ts'
import type { Choice } from './choice.ts'
import { answersFor, destinationOf, faultAt, phoneOf } from './details.ts'
import { faultsOf, isGone } from './faults.ts'
import { nameOf } from './service-texts.ts'
import type { State } from './state.ts'
import type { Steps } from './steps.ts'
import type { Walk } from './walk.ts'

/** A code that expires sooner is not used again. */
const SHORTEST_VALIDITY_MS = 30_000
const CODE = /^\d{6}$/

interface Settings {
  applicationId: string
  api: BookingApi
  state: State
  choice: Choice
  steps: Steps
  walk: Walk
}

/** Sends the code, and makes the booking with it. */
export function createConfirm({ applicationId, api, state, choice, steps, walk }: Settings) {
  /** The form whose fields an error may concern. */
  const asked = () => ({
    intake: choice.service.value?.intake ?? [],
    channel: state.details.value.channel,
  })

  /** Runs one request at a time, and shows its error. */
  async function alone(act: () => Promise<void>): Promise<void> {
    if (state.isBusy.value) return
    state.isBusy.value = true
    state.faults.value = []
    await act().catch((error: unknown) => {
      if (isGone(error)) state.opening.value = { kind: 'unavailable' }
      else state.faults.value = faultsOf(error, asked())
    })
    state.isBusy.value = false
  }

  async function sendCode(): Promise<void> {
    const { channel } = state.details.value
    const to = destinationOf(state.details.value)
    const issued = await api.sendCode(channel, to, pageLocale())
    batch(() => {
      state.sent.value = { ...issued, channel, to }
      state.code.value = ''
      state.attempt.value = undefined
    })
  }

  /** Whether the last code went to the address of the details, and can still be used. */
  function hasCode(): boolean {
    const last = state.sent.value
    return (
      last?.channel === state.details.value.channel &&
      last.to === destinationOf(state.details.value) &&
      last.validUntil - Date.now() > SHORTEST_VALIDITY_MS
    )
  }

  function bookingOf(service: ServiceType, { start }: FreeTime): Booking {
    const { firstName, lastName, email, phone } = state.details.value
    const held = choice.holding.value?.view.value
    const answers = answersFor(state.details.value, service.intake)
    const contact = {
      ...(email.trim() !== '' && { primaryEmail: email.trim() }),
      ...(phone.trim() !== '' && { primaryPhone: phoneOf(phone) }),
    }
    return {
      applicationId,
      serviceTypeId: service.id,
      ...(service.title === undefined && { title: nameOf(service) }),
      start: new Date(start).toISOString(),
      duration: choice.duration.value,
      ...(held?.kind === 'held' && { holdId: held.id }),
      timezone: choice.ownZone.value,
      locale: pageLocale(),
      ...(answers && { answers }),
      customers: [{ name: { firstName: firstName.trim(), lastName: lastName.trim() }, contact }],
    }
  }

  /** Verifies the code of a rejected booking if that permits the visitor to hold the next time. */
  async function verify({ codeId }: Attempt): Promise<void> {
    if (choice.profile.value.booking?.holds !== 'OTP') return
    const code = digitsOf(state.code.value)
    await api.verifyCode(codeId, destinationOf(state.details.value), code).then(
      () => {
        state.verified.value = codeId
      },
      // the next time can also be booked without a hold
      () => undefined,
    )
  }

  /** Books, and shows the result. @throws ApiError an error for the form to show */
  async function settle(current: Attempt): Promise<void> {
    try {
      const proof = { id: current.codeId, code: digitsOf(state.code.value) }
      state.booked.value = await api.book(current.booking, proof, current.key)
      choice.holding.value?.forget()
      state.step.value = 'done'
      steps.replace(walk.entry('done'))
    } catch (error) {
      if (isUnsettled(error)) {
        // the hold may be an appointment by now, so its end does not mean that another visitor has the time
        choice.holding.value?.forget()
        state.attempt.value = { ...current, isUnsettled: true }
        state.faults.value = [kept(() => say('code.lost'))]
        return
      }
      if (isTaken(error)) {
        await verify(current)
        return walk.lose()
      }
      const found = faultsOf(error, asked())
      if (found.some(({ field }) => field !== undefined && field !== 'code'))
        await walk.go(walk.entry('details'))
      throw error
    }
  }

  return {
    /** Continues with the code; a new one is sent only if none is valid. */
    enterCode: (): Promise<void> =>
      alone(async () => {
        if (!hasCode()) await sendCode()
        await walk.go(walk.entry('code'))
      }),
    sendNewCode: (): Promise<void> => alone(sendCode),
    async confirm(): Promise<void> {
      const { service, time } = choice
      if (!state.sent.value || !service.value || !time.value) return
      if (!isComplete(state.code.value)) {
        state.faults.value = [faultAt('code', () => say('code.need'))]
        return
      }
      const current = nextAttempt(
        state.attempt.value,
        bookingOf(service.value, time.value),
        state.sent.value.id,
      )
      state.hasActed.value = true
      await alone(() => settle(current))
    },
  }
}

/** Whether a code has all of its digits. */
export const isComplete = (code: string): boolean => CODE.test(digitsOf(code))

const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, '')
