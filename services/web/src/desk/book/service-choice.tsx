import type { ServiceType } from '../../api/booking.ts'
import { durationText } from '../../text/durations.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Select } from '../ui/select.tsx'

/** Lengths of an appointment without a service. */
const LENGTHS = ['PT15M', 'PT30M', 'PT45M', 'PT1H', 'PT1H30M', 'PT2H']

interface Props {
  services: readonly ServiceType[]
  /** Undefined for an appointment without one. */
  service: ServiceType | undefined
  duration: string
  onService: (service: ServiceType | undefined) => void
  onDuration: (duration: string) => void
}

/** The service that is booked, or none, and the length. */
export function ServiceChoice({ services, service, duration, onService, onDuration }: Props) {
  const durations = service?.durations ?? LENGTHS
  return (
    <>
      {services.length > 0 && (
        <Select
          label={say('list.service')}
          options={[...services.map(({ id, name }) => [id, name] as const), ['', say('booking.noService')]]}
          value={service?.id ?? ''}
          onValue={(chosen) => onService(services.find(({ id }) => id === chosen))}
        />
      )}
      {durations.length > 1 && (
        <Select
          label={say('time.duration')}
          options={durations.map((one) => [one, durationText(one, pageLocale())])}
          value={duration}
          onValue={onDuration}
        />
      )}
    </>
  )
}
