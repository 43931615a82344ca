import { effect } from '@preact/signals'
import { originAround } from '../../ui/embedding.ts'
import type { Book } from './book.ts'

/** Messages to the page around this one. They contain nothing that was typed. */
interface Details {
  ready: object
  step: { step: string }
  booked: { appointmentId: string; start: string }
  resize: { height: number }
}

/** Reports to the page around this one, and to no page of another origin. */
export function reportAround(book: Book): void {
  const origin = originAround()
  if (origin === undefined) return
  const report = <Type extends keyof Details>(type: Type, detail: Details[Type]) =>
    parent.postMessage({ type, detail }, origin)
  report('ready', {})
  effect(() => {
    if (book.opening.value.kind === 'ready') report('step', { step: book.step.value })
  })
  effect(() => {
    const { value } = book.booked
    if (value) report('booked', { appointmentId: value.id, start: value.start })
  })
  const measure = () => report('resize', { height: Math.ceil(document.body.getBoundingClientRect().height) })
  new ResizeObserver(measure).observe(document.body)
}
