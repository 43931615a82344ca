import type { z } from 'zod'
import { instantInSeconds, type Caller } from '@appointments/contracts'
import type { appointmentElementV1, appointmentV1 } from '@appointments/contracts/v1'
import { seenBy, type ShownAppointment } from '../customer-view.ts'
import { commonFields } from '../present.ts'

/** Presents an element of a v1 list: no room access. */
export const presentElementV1 =
  (caller: Caller) =>
  (whole: ShownAppointment): z.input<typeof appointmentElementV1> => {
    const seen = seenBy(caller, whole)
    const { roster } = seen
    return {
      ...commonFields(seen),
      ...(roster.organizerId !== undefined && {
        organizer: { id: roster.organizerId, type: 'AGENT', state: '-' },
      }),
      participantIds: roster.participants.map(({ id, type, state }) => ({ id, type, state: state ?? '-' })),
    }
  }

/** Presents a v1 AppointmentResponse: with room access if the appointment is activated. */
export const presentV1 =
  (caller: Caller) =>
  (whole: ShownAppointment): z.input<typeof appointmentV1> => {
    const { room, state } = whole.appointment
    return {
      ...presentElementV1(caller)(whole),
      ...(room &&
        state === 'ACTIVATED' && { roomAccess: { expires: instantInSeconds(room.expires), url: room.url } }),
    }
  }
