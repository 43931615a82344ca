import type { WholeAppointment } from '@appointments/contracts'

/** Labels of the ways in which an appointment can take place. */
interface PlaceWords {
  byPhone: string
  byVideo: string
}

/** Whether the appointment takes place in a room that customers join by a link. */
export const isByVideo = ({ appointment }: Pick<WholeAppointment, 'appointment'>): boolean =>
  appointment.place === undefined || appointment.place.channel === 'VIDEO'

/** Where the appointment takes place; undefined for a video call, of which the link says enough. */
export function placeText(
  { appointment: { place } }: Pick<WholeAppointment, 'appointment'>,
  { byPhone, byVideo }: PlaceWords,
): string | undefined {
  if (!place || (place.channel === 'VIDEO' && place.text === undefined)) return undefined
  const name = { VIDEO: byVideo, PHONE: byPhone, IN_PERSON: undefined }[place.channel]
  return [name, place.text].filter((part) => part !== undefined).join(', ') || undefined
}
