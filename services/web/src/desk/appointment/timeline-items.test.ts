import { expect, it } from 'vitest'
import type { TimelineEntry } from '../api/shapes.ts'
import { itemsOf } from './timeline-items.ts'

const at = new Date().toISOString()
const entry = (
  id: string,
  type: TimelineEntry['type'],
  changed: TimelineEntry['changed'],
): TimelineEntry => ({
  id,
  at,
  type,
  version: 1,
  actor: { via: 'API' },
  changed,
})
const routed = (id: string, from: string, to: string) =>
  entry(id, 'APInteractionUpdatedEvent', [{ name: 'interaction', from, to }])

it('leaves out that the interaction ends with its appointment', () => {
  const shown = itemsOf(
    [
      entry('cancelled', 'APCancelledEvent', [{ name: 'state', from: 'SCHEDULED', to: 'CANCELLED' }]),
      routed('by the cancellation', 'PENDING', 'CANCELLED'),
      routed('by the completion', 'ACCEPTED', 'COMPLETED'),
      routed('again', 'ACCEPTED', 'PENDING'),
      entry('to another queue', 'APInteractionUpdatedEvent', []),
    ],
    [],
  )
  expect(shown.map(({ key }) => key)).toEqual(['cancelled', 'again', 'to another queue'])
})
