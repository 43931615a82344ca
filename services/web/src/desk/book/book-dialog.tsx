import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Desk } from '../desk.ts'
import { mayDiscard } from '../place.ts'
import { createResource } from '../resource.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Shown } from '../ui/shown.tsx'
import styles from '../ui/desk.module.css'
import { BookForm } from './book-form.tsx'

interface Props {
  desk: Desk
  onClose: () => void
}

/** Books an appointment for a customer. The form depends on the services, so it appears once they are loaded. */
export function BookDialog({ desk, onClose }: Props) {
  const services = useMemo(
    () => createResource(() => desk.api.serviceTypes(desk.application.value.id)),
    [desk.application.value.id],
  )
  useEffect(() => void services.load(), [services])
  const hasInput = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const close = () => {
    if (!hasInput.current || mayDiscard()) onClose()
  }
  return (
    <Dialog title={say('booking.title')} isBusy={isBusy} onClose={close}>
      <div
        class={styles.form}
        onInput={() => {
          hasInput.current = true
        }}
      >
        <Shown resource={services}>
          {(found) => (
            <BookForm
              {...{ desk, isBusy }}
              services={found}
              onBusy={setBusy}
              onClose={close}
              onBooked={onClose}
            />
          )}
        </Shown>
        {services.known.value.value === undefined && (
          <div class={styles.buttons}>
            <Button onClick={close}>{say('desk.close')}</Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
