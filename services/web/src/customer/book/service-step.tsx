import { pageLocale } from '../../text/words.ts'
import { Arrow } from '../../ui/arrow.tsx'
import type { Book } from './book.ts'
import styles from './book.module.css'
import { durationText, nameOf, placeText } from './service-texts.ts'

/** The choice of what to book. */
export function ServiceStep({ book }: { book: Book }) {
  const { services, profile } = book.choice
  const or = new Intl.ListFormat(pageLocale(), { type: 'disjunction' })
  return (
    <ul class={styles.services}>
      {services.value.map((service) => (
        <li key={service.id}>
          <button class={styles.service} type="button" onClick={() => void book.chooseService(service)}>
            <span class={styles.serviceText}>
              <span class={styles.serviceName}>{nameOf(service)}</span>
              <span class={styles.serviceFacts}>
                {or.format(service.durations.map(durationText))} ·{' '}
                {placeText(service.channel, profile.value.address)}
              </span>
              {service.description !== undefined && <span>{service.description}</span>}
            </span>
            <Arrow />
          </button>
        </li>
      ))}
    </ul>
  )
}
