import { z } from 'zod'
import { newCustomer } from '../customers.ts'
import { clearable } from '../fields.ts'
import {
  addCustomerRequest,
  appointmentFields,
  assignFields,
  basicScheduleFields,
  page,
  participantDetails,
  rescheduleFields,
  scheduleFields,
  updateFields,
  updateRequestOf,
} from '../shapes.ts'
import { presenceStates } from '../snapshots.ts'

/* v1 is frozen: it picks its fields from those of v2 by name, so a new field of v2 does not reach it. */

const details = { title: true, notes: true, metadata: true, notificationHeaders: true } as const

export const scheduleRequestV1 = scheduleFields
  .pick({
    applicationId: true,
    start: true,
    duration: true,
    timezone: true,
    locale: true,
    ...details,
    interaction: true,
  })
  .extend({ customer: clearable(newCustomer).optional() })
  .meta({ id: 'ScheduleAppointmentRequest' })

export const basicScheduleRequestV1 = scheduleRequestV1
  .extend(basicScheduleFields)
  .meta({ id: 'BasicScheduleAppointmentRequest' })

export const updateRequestV1 = updateRequestOf(updateFields.pick({ id: true, ...details, customer: true }))

export const rescheduleRequestV1 = z.object(rescheduleFields).meta({ id: 'RescheduleAppointmentRequest' })

export const reassignRequestV1 = z.object(assignFields).meta({ id: 'ReassignAppointmentRequest' })
export const addAgentRequestV1 = z.object(assignFields).meta({ id: 'AddParticipantAgentRequest' })
export const addCustomerRequestV1 = addCustomerRequest
  .pick({ id: true, customer: true })
  .meta({ id: 'AddParticipantCustomerRequest' })

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
  .pick({
    contact: true,
    expiresAt: true,
    id: true,
    metadata: true,
    name: true,
    ticket: true,
    type: true,
    username: true,
  })
  .meta({ id: 'ParticipantDetails' })
