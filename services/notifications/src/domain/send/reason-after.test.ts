import { expect, it } from 'vitest'
import { reasonAfter } from './reason-after.ts'
import type { Step, Transition } from './transition.ts'

const after = (
  status: Transition['status'],
  steps: Partial<Step>[],
  {
    before = null,
    providerStatus = null,
  }: { before?: 'quiet_hours' | null; providerStatus?: string | null } = {},
) => reasonAfter({ reason: before }, { status, providerStatus, steps: steps as Step[] })

it('a record shows the reason of its last step', () => {
  expect(after('CANCELLED', [{ event: 'cancelled', reason: 'superseded' }])).toBe('superseded')
  expect(after('FAILED', [{ event: 'attempt' }, { event: 'failed', reason: 'attempts_exhausted' }])).toBe(
    'attempts_exhausted',
  )
})

it('a warning does not count as a reason', () => {
  const steps = [{ event: 'delivered' }, { event: 'warned', reason: 'long_sms' as const }]
  expect(after('DELIVERED', steps)).toBeNull()
})

it('a failure without a specific reason counts as rejected, or as not rendered', () => {
  const steps = [{ event: 'attempt' }, { event: 'failed' }]
  expect(after('FAILED', steps, { providerStatus: 'SMTP_550' })).toBe('rejected')
  expect(after('FAILED', steps, { providerStatus: 'TEMPLATE_ERROR' })).toBe('not_rendered')
})

it('a poll without news keeps the reason, and another attempt clears it', () => {
  expect(after('PENDING', [], { before: 'quiet_hours' })).toBe('quiet_hours')
  expect(
    after('PENDING', [{ event: 'attempt' }, { event: 'submitted' }], { before: 'quiet_hours' }),
  ).toBeNull()
})
