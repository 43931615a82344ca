import { say, type PlainKey } from '../../text/words.ts'
import type { Appointment } from '../api/shapes.ts'

const names = {
  VIDEO: 'place.VIDEO',
  PHONE: 'place.PHONE',
  IN_PERSON: 'place.IN_PERSON',
} as const satisfies Record<string, PlainKey>

/** Channel and place of an appointment. */
export function PlaceText({ place }: { place: Appointment['place'] }) {
  return (
    <span>
      {say(names[place.channel])}
      {place.text !== undefined && (
        <>
          {`${say('desk.colon')} `}
          <bdi>{place.text}</bdi>
        </>
      )}
    </span>
  )
}
