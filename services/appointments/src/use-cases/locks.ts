/** The lock of an appointment's row. */
export const appointmentLock = (id: string): string => `appointment:${id}`

/**
 * The lock of an agent's time, for applications that reject double booking.
 * @param organizationId '' for an application without an organization
 */
export const agentLock = (organizationId: string, id: string): string =>
  `agent:${JSON.stringify([organizationId, id])}`

/** The lock of the settings of an application. */
export const applicationLock = (id: string): string => `application:${id}`
