import { instantInSeconds, type AppointmentSnapshot } from '@appointments/contracts'

/** The room as both versions show it. */
export const presentRoom = ({ url, expires }: NonNullable<AppointmentSnapshot['room']>) => ({
  expires: instantInSeconds(expires),
  url,
})
