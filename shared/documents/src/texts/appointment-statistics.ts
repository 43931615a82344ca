import type { appointmentStatisticsOperations } from '@appointments/contracts'
import type { OperationText } from './operation-text.ts'
import type { ParameterText } from './parameter-text.ts'

/** Description of the operation on numbers of appointments. */
export const appointmentStatisticsTexts: Readonly<
  Record<keyof typeof appointmentStatisticsOperations, OperationText>
> = {
  getAppointmentStatistics: {
    tag: 'Counts',
    text: 'The numbers describe the appointments that start on the days of the period, in the time zone of the application, as these appointments are now. They are computed again within about a minute after a change; `asOf` says up to which time they are complete. Lateness is the time from the start to the first JOINED, in steps of 15 seconds and at most an hour. Joining early counts as zero.',
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
    agentId: {
      description: 'Only appointments whose organizer is one of these agents.',
      example: ['agent-7'],
    },
    groupBy: { description: 'One row for each of these; by default a single row.', example: 'day' },
  },
}

/** Fields of its components. */
export const appointmentStatisticsFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AppointmentStatistics: {
    rows: 'One row for each group with appointments, sorted by key',
    asOf: 'Time up to which the numbers are complete; absent until they have been computed for the first time',
  },
  AppointmentFigures: {
    key: 'The day, agent, queue or service type; empty for appointments without one; `all` if there are no groups',
    booked: 'Appointments that start in the period, including those that have ended early or were cancelled',
    cancelledByCustomer: 'Appointments that a customer cancelled',
    cancelledByStaff: 'Appointments that anyone else cancelled',
    moved: 'How often the appointments were moved',
    completed: 'Appointments with the outcome COMPLETED',
    noShow: 'Appointments with the outcome NO_SHOW',
    failed: 'Appointments with the outcome FAILED, and those that the system aborted',
    customerLateness: 'How late the first customer joined; absent if no customer joined',
    agentLateness: 'How late the first agent joined; absent if no agent joined',
  },
  Lateness: {
    median: 'Half of the appointments had at most this lateness, in seconds',
    p90: 'Nine of ten appointments had at most this lateness, in seconds',
  },
}
