import { batch, computed, signal } from '@preact/signals'
import type { BookingApi, ServiceType } from '../../api/booking.ts'
import type { Profile } from '../../api/profile.ts'
import { knownZone, wallTimeAt } from '../../text/zoned-time.ts'
import type { FreeTime } from '../../api/free-times.ts'
import { createCalendar, type Calendar } from '../calendar.ts'
import { createHolding, type Holding } from '../holding.ts'
import { chosenZone, shownZone } from '../zone.ts'

interface Settings {
  api: Pick<BookingApi, 'freeTimes' | 'holds'>
  /** The id of the visitor's verified code, while it is valid. */
  codeId: () => string | undefined
  /** The hold has ended, and its time is not free any more. */
  onLost: () => void
}

/** The visitor's choice: a service, a duration and a time. */
export function createChoice({ api, codeId, onLost }: Settings) {
  const profile = signal<Profile>({})
  const services = signal<readonly ServiceType[]>([])
  const service = signal<ServiceType | undefined>(undefined)
  const duration = signal('')
  const calendar = signal<Calendar | undefined>(undefined)
  const holding = signal<Holding | undefined>(undefined)
  const time = signal<FreeTime | undefined>(undefined)

  /** The zone of the place: the service's or, if it has none, the application's. */
  const placeZone = computed(() => knownZone(service.value?.timezone ?? profile.value.timezone ?? 'UTC'))
  /** Meetings in person are shown in the zone of their place, others in that of the visitor. */
  const zone = computed(
    () => chosenZone() ?? (service.value?.channel === 'IN_PERSON' ? placeZone.value : shownZone()),
  )
  const mayHold = (): boolean => {
    const holds = profile.value.booking?.holds
    return holds === 'OPEN' || (holds === 'OTP' && codeId() !== undefined)
  }
  return {
    profile,
    services,
    service,
    duration,
    calendar,
    holding,
    time,
    placeZone,
    zone,
    /** The zone of the appointment. */
    ownZone: computed(() => (service.value?.channel === 'IN_PERSON' ? placeZone.value : zone.value)),

    /** The day of a time in the shown zone. */
    dayOf: ({ start }: FreeTime): string => wallTimeAt(start, zone.value).date,

    /** Offers the times of a service for one of its durations, by default the first. */
    offer(wanted: ServiceType, length = wanted.durations[0] ?? 'PT30M'): void {
      void holding.value?.release()
      const own = createCalendar({ source: api.freeTimes(wanted.id, length), zone: () => zone.value })
      batch(() => {
        service.value = wanted
        duration.value = length
        time.value = undefined
        calendar.value = own
        holding.value = createHolding({
          holds: api.holds(wanted.id, length, codeId),
          mayHold,
          isFree: (free) => own.isFree(free),
          onLost,
        })
      })
    },

    /** Shows the times of a day, or the month. */
    async show(day: string | undefined): Promise<void> {
      const own = calendar.value
      const shown = own?.view.value.kind
      if (!own) return
      if (shown === 'loading') await own.open(day)
      else if (day !== undefined) await own.showDay(day)
      else if (shown === 'day') await own.leaveDay()
      else await own.reload()
    },

    /** Holds the time again when the visitor returns to a step after it. @throws ApiError */
    async keep(): Promise<void> {
      if (time.value && holding.value?.view.value.kind === 'none') await holding.value.choose(time.value)
    },
  }
}
export type Choice = ReturnType<typeof createChoice>
