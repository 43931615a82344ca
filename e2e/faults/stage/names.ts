import type { ServiceName } from '@appointments/contracts'

/** The services that own data. */
export const owners = ['appointments', 'participants', 'notifications'] as const
export type Owner = (typeof owners)[number]
export const services = [...owners, 'gateway'] as const

/** The pieces of network of a stage, each named by who calls and what is called. */
export type LinkName =
  | `${ServiceName}→rabbitmq`
  | `${Owner}→postgres`
  | `gateway→${Owner | 'redis'}`
  | 'participants→appointments'
  | 'notifications→smtp'
  | 'notifications→twilio'
  | 'notifications→webhooks'
