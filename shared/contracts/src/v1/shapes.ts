import { z } from 'zod'
import { newCustomer } from '../customers.ts'
import { clearable } from '../fields.ts'
import {
  appointmentFields,
  assignFields,
  basicScheduleFields,
  page,
  participantDetails,
  rescheduleFields,
  scheduleFields,
} from '../shapes.ts'
import { presenceStates } from '../snapshots.ts'

export const scheduleRequestV1 = z
  .object({ ...scheduleFields, customer: clearable(newCustomer).optional() })
  .meta({ id: 'ScheduleAppointmentRequest' })

export const basicScheduleRequestV1 = scheduleRequestV1
  .extend(basicScheduleFields)
  .meta({ id: 'BasicScheduleAppointmentRequest' })

export const rescheduleRequestV1 = z.object(rescheduleFields).meta({ id: 'RescheduleAppointmentRequest' })

export const reassignRequestV1 = z.object(assignFields).meta({ id: 'ReassignAppointmentRequest' })
export const addAgentRequestV1 = z.object(assignFields).meta({ id: 'AddParticipantAgentRequest' })

const dateTime = z.string().meta({ format: 'date-time' })

export const roomDetails = z.object({ expires: dateTime, url: z.string() }).meta({
  id: 'AppointmentRoomDetails',
  deprecated: true,
  description: 'The room of the video appointment, and the time until which it is open',
})

const participantV1 = z
  .object({ id: z.string(), type: z.enum(['CUSTOMER', 'AGENT']), state: z.enum([...presenceStates, '-']) })
  .meta({ id: 'Participant' })

export const appointmentElementV1 = z
  .object({
    ...appointmentFields,
    organizer: participantV1.optional(),
    participantIds: z.array(participantV1),
  })
  .meta({ id: 'Appointment' })

export const appointmentV1 = appointmentElementV1
  .extend({ roomAccess: roomDetails.optional().meta({ deprecated: true }) })
  .meta({ id: 'AppointmentResponse' })

export const appointmentPageV1 = page('FindAppointmentsResponsePaged', appointmentElementV1)

/** v1 shows neither names of agents nor presence. */
export const participantDetailsV1 = participantDetails
  .omit({ displayName: true, state: true })
  .meta({ id: 'ParticipantDetails' })
