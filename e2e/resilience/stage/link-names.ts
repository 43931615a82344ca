import type { ServiceName } from '@appointments/contracts'
import type { Owner } from '../../src/service-names.ts'

/** The network links of a stage, each named by caller and callee. */
export type LinkName =
  | `${ServiceName}→rabbitmq`
  | `${Owner}→postgres`
  | `gateway→${Owner | 'redis'}`
  | 'participants→appointments'
  | `appointments→${'participants' | 'notifications' | 'availability'}`
  | 'availability→appointments'
  | 'notifications→smtp'
  | 'notifications→twilio'
  | 'notifications→webhooks'
