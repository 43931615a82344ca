import type { pageOperations } from '@appointments/contracts'
import type { OperationText } from './operation-text.ts'
import type { ParameterText } from './parameter-text.ts'

/** Descriptions of the operations behind pages that open without a token. */
export const pageTexts: Readonly<Record<keyof typeof pageOperations, OperationText>> = {
  viewRoom: {
    tag: 'Participants',
    text: 'For rooms at the default address. The address is the permission. The response names customers by their first names only, and no agent.',
  },
  readUnsubscription: {
    tag: 'Notifications',
    text: 'The link is the permission. Reading changes nothing.',
  },
}

/** Parameters of the operations behind pages. */
export const pageParameters: Readonly<Record<string, Readonly<Record<string, ParameterText>>>> = {
  viewRoom: { room: { description: 'The end of the address of the room.', example: 'q8Wm2xV9pR4tK1Zc' } },
  readUnsubscription: {
    ticket: { description: 'The end of the link.', example: 'WyJkZW1vIiwiIl0.bM1Vq0uX2w' },
  },
}

/** Fields of the components of pages. */
export const pageFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RoomView: {
    state: 'Whether the room can be entered; if not, what happened to the appointment',
    applicationId: 'The application, whose profile says how the page looks',
    locale: 'Language and region of the appointment',
    expected: 'Absent if the room cannot be entered',
    'expected.company': 'Name of the company, if its application has one',
    'expected.customers': 'First names of customers',
    'expected.unnamedCustomers': 'Number of customers without a first name',
    'expected.agents': 'Number of agents',
  },
  Unsubscription: {
    applicationId: 'The application, whose profile says how the page looks',
    name: 'Name of the company',
    address: 'The address, masked',
    stopped: 'Whether reminders to the address are stopped',
  },
}
