/** The services that own data. */
export const owners = ['appointments', 'participants', 'notifications'] as const
export type Owner = (typeof owners)[number]

/** All services, in the order in which a system starts them. */
export const services = [...owners, 'gateway'] as const
