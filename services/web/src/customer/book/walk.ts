import { batch } from '@preact/signals'
import { kept, say } from '../../text/words.ts'
import { isTaken } from '../holding.ts'
import type { Choice } from './choice.ts'
import type { State } from './state.ts'
import type { Entry, StepName, Steps } from './steps.ts'

interface Settings {
  state: State
  choice: Choice
  steps: Steps
}

/** Moves between the steps, in both directions. */
export function createWalk({ state, choice, steps }: Settings) {
  /** Holds the chosen time again when the visitor returns to a step after it. */
  async function keepTime(): Promise<void> {
    // the time may be booked already
    if (state.attempt.value?.isUnsettled === true) return
    // after a connection error, the time can still be booked once the connection is back
    await choice.keep().catch((error: unknown) => (isTaken(error) ? walk.lose() : undefined))
  }

  /** Forgets the booking, but not the details of the visitor. */
  function forget(): void {
    choice.holding.value?.forget()
    batch(() => {
      choice.time.value = undefined
      state.booked.value = undefined
      state.attempt.value = undefined
      state.sent.value = undefined
      state.code.value = ''
    })
  }

  const walk = {
    /** A step as an entry of the history. The address names the service only if there is a choice. */
    entry(step: StepName, day?: string): Entry {
      const isNamed = choice.services.value.length > 1 || steps.initial().serviceTypeId !== undefined
      const serviceTypeId = step !== 'service' && isNamed ? choice.service.value?.id : undefined
      return { step, serviceTypeId, day }
    },

    /** Shows a step. If a choice that it needs is missing, shows the step of the time instead. */
    async enter({ step: wanted, serviceTypeId, day }: Entry): Promise<void> {
      const { services, service, time, holding } = choice
      const isBefore = wanted === 'service' || wanted === 'time'
      // nothing can be changed here after the booking
      if (state.booked.value && !isBefore) return
      if (state.booked.value) forget()
      const named =
        services.value.find(({ id }) => id === serviceTypeId) ?? service.value ?? services.value[0]
      if (wanted !== 'service' && named && named !== service.value) choice.offer(named)
      const isReady = isBefore || (time.value && (wanted === 'details' || state.sent.value))
      const step = isReady ? wanted : 'time'
      batch(() => {
        state.faults.value = []
        state.step.value = step
      })
      if (step === 'details' || step === 'code') return keepTime()
      // times that are read before the hold has ended would lack the released one
      await holding.value?.release()
      if (state.step.value === 'time') await choice.show(day)
    },

    /** Continues with a step, from which Back returns. */
    async go(to: Entry): Promise<void> {
      state.hasActed.value = true
      steps.push(to)
      await walk.enter(to)
    },

    /** Asks for another time, because the chosen one is taken. The typed details stay. */
    async lose(): Promise<void> {
      const { time, dayOf } = choice
      const day = time.value && dayOf(time.value)
      choice.holding.value?.forget()
      batch(() => {
        time.value = undefined
        state.attempt.value = undefined
        state.notice.value = kept(() => say('fault.taken'))
      })
      await walk.go(walk.entry('time', day))
    },
  }
  return walk
}
export type Walk = ReturnType<typeof createWalk>
