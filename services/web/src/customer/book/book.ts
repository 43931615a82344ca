import { batch } from '@preact/signals'
import type { BookingApi, ServiceType } from '../../api/booking.ts'
import { kept, say, useLanguage } from '../../text/words.ts'
import { showBrand } from '../../ui/brand.ts'
import type { FreeTime } from '../../api/free-times.ts'
import { isTaken } from '../holding.ts'
import { createChoice } from './choice.ts'
import { createConfirm } from './confirm.ts'
import { faultsIn, noDetails, type Details } from './details.ts'
import { faultsOf, isGone } from './faults.ts'
import { createState, type Opening } from './state.ts'
import type { Entry, StepName, Steps } from './steps.ts'
import { createWalk } from './walk.ts'

interface Settings {
  applicationId: string
  api: BookingApi
  steps: Steps
}

/** A booking in steps: the state that the page shows, and the visitor's actions. */
export function createBook({ applicationId, api, steps }: Settings) {
  const state = createState()
  const codeId = () => {
    const { value: sent } = state.sent
    const isVerified = sent !== undefined && sent.id === state.verified.value
    return isVerified && sent.validUntil > Date.now() ? sent.id : undefined
  }
  const choice = createChoice({
    api,
    codeId,
    onLost: () => {
      // the booking that is being sent may have the time by now; if another visitor has it, the response says so
      if (!state.isBusy.value) void walk.lose()
    },
  })
  const walk = createWalk({ state, choice, steps })
  const confirm = createConfirm({ applicationId, api, state, choice, steps, walk })
  const { opening, step, choosing, details, notice } = state

  async function load(): Promise<Opening> {
    const [profile, services] = await Promise.all([api.profile(), api.services()])
    await useLanguage({ application: profile.locales })
    showBrand(profile)
    choice.profile.value = profile
    choice.services.value = services ?? []
    details.value = noDetails(profile.booking?.codeBy[0] ?? 'EMAIL')
    const { serviceTypeId, day } = steps.initial()
    const wanted = choice.services.value.filter(({ id }) => id === (serviceTypeId ?? id))
    if (profile.booking?.enabled !== true || wanted.length === 0) return { kind: 'unavailable' }
    if (wanted.length === 1 && wanted[0]) choice.offer(wanted[0])
    const first = wanted.length === 1 ? walk.entry('time', day) : walk.entry('service')
    steps.replace(first)
    // the page does not wait for the times
    void walk.enter(first)
    return { kind: 'ready' }
  }

  const goTo = (to: StepName, day?: string): Promise<void> => {
    notice.value = undefined
    return walk.go(walk.entry(to, day))
  }

  /** Gives up a booking without a response. Its code can be used for no other booking. */
  const giveUpAttempt = (): void => {
    if (state.attempt.value?.isUnsettled !== true) return
    batch(() => {
      state.attempt.value = undefined
      state.sent.value = undefined
      state.code.value = ''
    })
  }

  const book = {
    ...state,
    ...confirm,
    choice,
    goTo,
    /** The booked appointment as a file for calendars. @throws ApiError */
    calendarFile: (manageLink: string): Promise<Blob> => api.calendarFile(manageLink),

    open: async (): Promise<void> => {
      opening.value = { kind: 'loading' }
      opening.value = await load().catch((error: unknown): Opening =>
        isGone(error) ? { kind: 'unavailable' } : { kind: 'failed', error },
      )
    },
    /** The visitor goes back or forward. */
    visit: async (to: Entry): Promise<void> => {
      state.hasActed.value = true
      notice.value = undefined
      await walk.enter(to)
    },
    chooseService: async (service: ServiceType): Promise<void> => {
      if (service !== choice.service.value) choice.offer(service)
      await goTo('time')
    },
    chooseDuration: async (duration: string): Promise<void> => {
      if (!choice.service.value) return
      choice.offer(choice.service.value, duration)
      await choice.show(undefined)
    },
    /** Holds a time if the visitor may hold times, and continues with the details. */
    chooseTime: async (time: FreeTime): Promise<void> => {
      const { holding, calendar } = choice
      const own = holding.value
      if (choosing.value || !own) return
      choosing.value = time
      notice.value = undefined
      try {
        await own.choose(time)
        // the visitor may have gone back, or chosen another service or duration, meanwhile
        if (step.value === 'time' && holding.value === own) {
          // another time or service makes a different booking
          if (time.start !== choice.time.value?.start) giveUpAttempt()
          choice.time.value = time
          await walk.go(walk.entry('details'))
        } else await own.release()
      } catch (error) {
        if (isGone(error)) opening.value = { kind: 'unavailable' }
        else notice.value = isTaken(error) ? kept(() => say('fault.taken')) : faultsOf(error)[0]
        if (isTaken(error)) await calendar.value?.reload()
      } finally {
        choosing.value = undefined
      }
    },
    /** Continues with a time whose hold has ended. */
    holdAgain: async (): Promise<void> => {
      const { time, holding } = choice
      if (!time.value || !holding.value) return
      await holding.value.choose(time.value).catch(async (error: unknown) => {
        if (isTaken(error)) await walk.lose()
        else state.faults.value = faultsOf(error)
      })
    },
    change: (change: Partial<Details>): void => {
      details.value = { ...details.value, ...change }
      // different details make a different booking
      state.attempt.value = undefined
      void choice.holding.value?.typed()
    },
    submitDetails: async (): Promise<void> => {
      const { service, profile } = choice
      if (!service.value) return
      const found = faultsIn(details.value, service.value, profile.value.privacyUrl !== undefined)
      state.faults.value = found
      if (found.length === 0) await confirm.enterCode()
    },
    typeCode: (text: string): void => {
      state.code.value = text
      void choice.holding.value?.typed()
    },
    /** The visitor leaves the page: releases the time, unless it is being booked. */
    leave: (): void => {
      if (!state.isBusy.value) void choice.holding.value?.release()
    },
    bookAnother: (): Promise<void> => goTo(choice.services.value.length > 1 ? 'service' : 'time'),
  }
  steps.listen((to) => void book.visit(to))
  return book
}
export type Book = ReturnType<typeof createBook>
