import type { WholeAppointment } from '@appointments/contracts'

/** Labels of the ways in which an appointment can take place. */
interface PlaceWords {
  byPhone: string
  byVideo: string
  inPerson: string
}

/** The place of the appointment in words; undefined for a video call, because its link is enough. */
export function placeText(
  { appointment: { place } }: Pick<WholeAppointment, 'appointment'>,
  { byPhone, byVideo, inPerson }: PlaceWords,
): string | undefined {
  if (!place || (place.channel === 'VIDEO' && place.text === undefined)) return undefined
  if (place.channel === 'IN_PERSON') return place.text ?? inPerson
  const name = { VIDEO: byVideo, PHONE: byPhone }[place.channel]
  return [name, place.text].filter((part) => part !== undefined).join(', ')
}
