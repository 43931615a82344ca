import { presentElementV1, presentV1 } from '@appointments/appointment/v1'
import type { v1Operations } from '@appointments/contracts/v1'
import { exampleAgent, exampleCaller, exampleMoments, exampleWhole } from '../examples/appointment.ts'
import {
  exampleCount,
  exampleCustomerParticipant,
  exampleEligible,
  exampleOverlap,
  examplePage,
} from '../examples/responses.ts'
import type { Examples } from '../examples/example.ts'
import {
  exampleCustomerDetails,
  exampleRequests,
  exampleSchedule,
  exampleSelfBooking,
} from '../examples/requests.ts'

const exampleV1 = presentV1(exampleAgent)

const scheduled = exampleV1(exampleMoments.scheduled)
const schedule = { ...exampleSchedule, customer: exampleCustomerDetails }

export const v1Examples: Examples<typeof v1Operations> = {
  findAppointments: { response: examplePage(presentElementV1(exampleAgent)(exampleWhole), 'start', 'asc') },
  scheduleAppointment: { body: schedule, response: scheduled },
  updateAppointment: {
    body: exampleRequests.update,
    response: { ...scheduled, notes: exampleRequests.update.notes },
  },
  activateAppointment: {
    response: { expires: '2027-01-09T13:30:00Z', url: 'https://rooms.example.com/7f3k9q2mXc4v' },
  },
  scheduleAppointmentBasic: {
    body: { ...exampleSelfBooking, customer: exampleCustomerDetails },
    response: presentV1(exampleCaller)(exampleMoments.scheduled),
  },
  reassignAppointment: { body: exampleRequests.reassign, response: exampleV1(exampleMoments.reassigned) },
  rescheduleAppointment: { body: exampleRequests.reschedule, response: exampleV1(exampleMoments.moved) },
  countAppointments: { response: exampleCount },
  countOverlaps: { response: exampleOverlap },
  findEligibleAppointments: { response: exampleEligible },
  addAgent: {
    body: exampleRequests.addAgent,
    response: {
      ...scheduled,
      participantIds: [...scheduled.participantIds, { id: 'agent-8', type: 'AGENT', state: '-' }],
    },
  },
  addCustomer: { body: exampleRequests.addCustomer, response: scheduled },
  getAppointment: { response: exampleV1(exampleMoments.activated) },
  deleteAppointment: {},
  getParticipant: { response: exampleCustomerParticipant },
  removeParticipant: { response: exampleV1(exampleMoments.withoutCustomer) },
}
