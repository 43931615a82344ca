import { z } from 'zod'
import { identifier } from '../fields.ts'
import { roomView, unsubscription } from '../pages.ts'
import type { OperationTable } from './operation.ts'

/** It holds the id of an application, so it can be long. */
const unsubscribeTicket = z
  .string()
  .regex(/^[\w.-]{1,2048}$/, 'must be the end of an unsubscribe link')
  .meta({ minLength: 1, maxLength: 2048 })

/** The data of pages that customers open by a link without a token: the link is the permission. */
export const pageOperations = {
  viewRoom: {
    method: 'GET',
    path: '/rooms/{id}/{room}',
    owner: 'participants',
    access: 'open',
    summary: 'Read who is expected in the room at a default address, and when',
    params: z.object({ id: identifier, room: identifier }),
    status: 200,
    response: roomView,
    problems: ['ROOM_NOT_FOUND'],
  },
  readUnsubscription: {
    method: 'GET',
    path: '/unsubscribe/{ticket}',
    owner: 'notifications',
    access: 'open',
    summary: 'Read whether reminders go to the address of an unsubscribe link',
    params: z.object({ ticket: unsubscribeTicket }),
    status: 200,
    response: unsubscription,
    problems: ['UNSUBSCRIBE_LINK_NOT_FOUND'],
  },
} as const satisfies OperationTable
