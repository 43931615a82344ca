import type { WholeAppointment } from '@appointments/contracts'

/** Whether the appointment takes place in a room that customers join by a link. */
export const isByVideo = ({ appointment }: Pick<WholeAppointment, 'appointment'>): boolean =>
  appointment.place === undefined || appointment.place.channel === 'VIDEO'
