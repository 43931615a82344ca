/** The services that own data. */
export const owners = ['appointments', 'participants', 'notifications', 'availability'] as const
export type Owner = (typeof owners)[number]

/** All services, in the order in which a system starts them. */
export const services = [...owners, 'gateway'] as const

/** Everything that can run: the services, and the web service, which takes no part in their events. */
export type Program = (typeof services)[number] | 'web'

/** The services that publish events. */
export const publishers = ['appointments', 'participants'] as const

/** The services that keep a copy of every appointment. */
export const keepers = ['appointments', 'participants', 'notifications'] as const
export type Keeper = (typeof keepers)[number]
