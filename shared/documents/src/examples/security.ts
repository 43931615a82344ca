import type { securityOperations } from '@appointments/contracts'
import { exampleIds } from './appointment.ts'
import type { Examples } from './example.ts'

export const securityExamples: Examples<typeof securityOperations> = {
  requestOtp: {
    body: { applicationId: 'demo', channel: 'EMAIL', to: 'ada@example.com', locale: 'de-DE' },
    response: {
      id: exampleIds.verification,
      expiresAt: '2027-01-02T14:15:00Z',
      resendAfter: '2027-01-02T14:05:30Z',
    },
  },
  verifyOtp: { body: { verificationId: exampleIds.verification, to: 'ada@example.com', code: '482915' } },
  exchangeToken: {
    body: {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'k7Qm2xV9pR4t',
      subject_token_type: 'urn:appointments:ticket',
    },
    response: {
      access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJyb2xlcyI6WyJST0xFX0NVU1RPTUVSIl19.c2lnbmF0dXJl',
      token_type: 'Bearer',
      expires_in: 14_400,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    },
  },
}
