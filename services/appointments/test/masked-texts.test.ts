import { expect, it } from 'vitest'
import { appointmentTexts } from '@appointments/appointment'
import { createLog } from '@appointments/runtime'

it.each(appointmentTexts)('the log hides the %s of an appointment', (text) => {
  const lines: string[] = []
  const log = createLog('tests', 'info', { write: (line) => void lines.push(line) })
  log.info({ appointment: { id: 'a-1', [text]: 'canary' } }, 'stored')
  expect(lines.join('')).toContain('a-1')
  expect(lines.join('')).not.toContain('canary')
})
