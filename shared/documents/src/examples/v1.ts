import type { v1Operations } from '@appointments/contracts'
import { exampleElementV1, exampleForCustomerV1, exampleMoments, exampleV1 } from './appointment.ts'
import {
  exampleCount,
  exampleCustomerParticipant,
  exampleEligible,
  exampleOverlap,
  examplePage,
} from './answers.ts'
import type { Examples } from './example.ts'
import { exampleCustomerDetails, exampleRequests, exampleSchedule } from './requests.ts'

const scheduled = exampleV1(exampleMoments.scheduled)
const schedule = { ...exampleSchedule, customer: exampleCustomerDetails }

export const v1Examples: Examples<typeof v1Operations> = {
  findAppointments: { answer: examplePage(exampleElementV1, 'start', 'asc') },
  scheduleAppointment: { body: schedule, answer: scheduled },
  updateAppointment: {
    body: exampleRequests.update,
    answer: { ...scheduled, notes: exampleRequests.update.notes },
  },
  activateAppointment: {
    answer: { expires: '2027-01-09T13:30:00Z', url: 'https://rooms.example.com/7f3k9q2mXc4v' },
  },
  scheduleAppointmentBasic: { body: schedule, answer: exampleForCustomerV1(exampleMoments.scheduled) },
  reassignAppointment: { body: exampleRequests.reassign, answer: exampleV1(exampleMoments.reassigned) },
  rescheduleAppointment: { body: exampleRequests.reschedule, answer: exampleV1(exampleMoments.moved) },
  countAppointments: { answer: exampleCount },
  countOverlaps: { answer: exampleOverlap },
  findEligibleAppointments: { answer: exampleEligible },
  addAgent: {
    body: exampleRequests.addAgent,
    answer: {
      ...scheduled,
      participantIds: [...scheduled.participantIds, { id: 'agent-8', type: 'AGENT', state: '-' }],
    },
  },
  addCustomer: { body: exampleRequests.addCustomer, answer: scheduled },
  getAppointment: { answer: exampleV1(exampleMoments.activated) },
  deleteAppointment: {},
  getParticipant: { answer: exampleCustomerParticipant },
  removeParticipant: { answer: exampleV1(exampleMoments.withoutCustomer) },
}
