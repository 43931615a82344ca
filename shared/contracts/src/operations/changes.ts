import { z } from 'zod'
import { changePage, changeQuery, changeStreamQuery } from '../changes.ts'
import type { OperationTable } from './operation.ts'

const staff = ['ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'] as const

/** The feed of changes of appointments (docs/contract/changes.md). */
export const changeOperations = {
  findChanges: {
    method: 'GET',
    path: '/changes',
    owner: 'appointments',
    access: { roles: staff },
    summary: 'Read the changes of appointments after a cursor',
    query: changeQuery,
    status: 200,
    response: changePage,
    waits: true,
    problems: ['CURSOR_INVALID', 'CURSOR_EXPIRED', 'TOO_MANY_STREAMS'],
  },
  followChanges: {
    method: 'GET',
    path: '/changes/stream',
    owner: 'appointments',
    access: { roles: staff },
    summary: 'Follow the changes of appointments as server-sent events',
    query: changeStreamQuery,
    status: 200,
    response: z.string(),
    mediaType: 'text/event-stream',
    stream: true,
    problems: ['CURSOR_INVALID', 'CURSOR_EXPIRED', 'TOO_MANY_STREAMS'],
  },
} as const satisfies OperationTable
