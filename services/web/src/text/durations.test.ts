import { expect, it } from 'vitest'
import { durationText } from './durations.ts'

it.each([
  ['PT30M', '30 minutes'],
  ['PT90M', '1 hour, 30 minutes'],
  ['P1DT2H', '1 day, 2 hours'],
  ['PT0.5H', '30 minutes'],
  ['PT1.5H', '1 hour, 30 minutes'],
  ['PT0.35H', '21 minutes'],
  ['PT5400S', '1 hour, 30 minutes'],
  ['P0.5D', '12 hours'],
  ['soon', 'soon'],
])('%s is %s', (duration, words) => expect(durationText(duration, 'en-GB')).toBe(words))
