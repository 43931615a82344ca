import type { ServiceName } from '@appointments/contracts'
import type { Owner } from '../../src/service-names.ts'

/** The pieces of network of a stage, each named by who calls and what is called. */
export type LinkName =
  | `${ServiceName}→rabbitmq`
  | `${Owner}→postgres`
  | `gateway→${Owner | 'redis'}`
  | 'participants→appointments'
  | `appointments→${'participants' | 'notifications'}`
  | 'notifications→smtp'
  | 'notifications→twilio'
  | 'notifications→webhooks'
