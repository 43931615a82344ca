/** The lock of an appointment's row. */
export const appointmentLock = (id: string): string => `appointment:${id}`

/** The lock of an agent's time, for applications that reject double booking. */
export const agentLock = (id: string): string => `agent:${id}`

/** The lock of the settings of an application. */
export const applicationLock = (id: string): string => `application:${id}`
