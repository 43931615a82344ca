import * as suppressions from '../suppressions.ts'
import type { OperationTable } from './operation.ts'

const administrators = ['ROLE_CLIENT_SERVICE', 'ROLE_SUPERVISOR'] as const

/** Operations on the addresses an application must not send to. */
export const suppressionOperations = {
  findSuppressions: {
    method: 'GET',
    path: '/applications/{applicationId}/suppressions',
    owner: 'notifications',
    access: { roles: administrators },
    summary: 'List the suppressed addresses of an application',
    params: suppressions.suppressionsParams,
    query: suppressions.suppressionQuery,
    status: 200,
    response: suppressions.suppressionPage,
    problems: ['APPLICATION_NOT_FOUND'],
  },
  lookUpSuppressions: {
    method: 'POST',
    path: '/applications/{applicationId}/suppressions/look-up',
    owner: 'notifications',
    access: { roles: administrators },
    takesKey: true,
    summary: 'Check whether an address is suppressed, and why',
    params: suppressions.suppressionsParams,
    body: suppressions.suppressionLookUp,
    status: 200,
    response: suppressions.suppressionsFound,
    problems: ['APPLICATION_NOT_FOUND'],
  },
  addSuppression: {
    method: 'POST',
    path: '/applications/{applicationId}/suppressions',
    owner: 'notifications',
    access: { roles: administrators },
    takesKey: true,
    summary: 'Suppress an address',
    params: suppressions.suppressionsParams,
    body: suppressions.suppressionRequest,
    status: 201,
    response: suppressions.suppression,
    problems: ['APPLICATION_NOT_FOUND'],
  },
  removeSuppression: {
    method: 'DELETE',
    path: '/applications/{applicationId}/suppressions/{suppressionId}',
    owner: 'notifications',
    access: { roles: administrators },
    summary: 'Remove the suppression of an address',
    params: suppressions.suppressionParams,
    status: 204,
    problems: ['APPLICATION_NOT_FOUND', 'SUPPRESSION_NOT_FOUND'],
  },
} as const satisfies OperationTable
