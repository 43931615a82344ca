import type { appointmentStatisticsOperations } from '@appointments/contracts'
import type { OperationText } from './operation-text.ts'
import type { ParameterText } from './parameter-text.ts'

/** Description of the operation on numbers of appointments. */
export const appointmentStatisticsTexts: Readonly<
  Record<keyof typeof appointmentStatisticsOperations, OperationText>
> = {
  getAppointmentStatistics: {
    tag: 'Counts',
    text: 'Every number counts the appointments that start on the days of the period, as they are now, in the time zone of the application. The numbers are computed anew within about a minute after a change; `asOf` says up to which time they are complete. Lateness is the time from the start to the first JOINED, in steps of 15 seconds and at most an hour; who is early is on time.',
  },
}

/** Parameters of this operation. */
export const appointmentStatisticsParameters: Readonly<
  Record<string, Readonly<Record<string, ParameterText>>>
> = {
  getAppointmentStatistics: {
    applicationId: { description: 'The application.', example: 'demo' },
    from: { description: 'The first day, in the time zone of the application.', example: '2027-01-01' },
    to: { description: 'The last day, at most 91 days after the first.', example: '2027-01-31' },
    agentId: { description: 'Only appointments that one of these agents organizes.', example: ['agent-7'] },
    groupBy: { description: 'What a row stands for; by default there is one row.', example: 'day' },
  },
}

/** Fields of its components. */
export const appointmentStatisticsFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AppointmentStatistics: {
    rows: 'One for each group with appointments, in the order of the keys',
    asOf: 'Time up to which the numbers are complete; absent until they were computed for the first time',
  },
  AppointmentFigures: {
    key: 'The day, agent, queue or service type, empty if an appointment has none; `all` without groups',
    booked: 'Appointments that start in the period, including those that have ended early or were cancelled',
    cancelledByCustomer: 'Those that a customer has cancelled',
    cancelledByStaff: 'Those that someone else has cancelled',
    moved: 'How often they were moved',
    completed: 'Those with the outcome COMPLETED',
    noShow: 'Those with the outcome NO_SHOW',
    failed: 'Those with the outcome FAILED, or that the system has aborted',
    customerLateness: 'How late the first customer joined; absent if none did',
    agentLateness: 'How late the first agent joined; absent if none did',
  },
  Lateness: {
    median: 'Seconds that half of them were not above',
    p90: 'Seconds that nine out of ten were not above',
  },
}
