import { z } from 'zod'
import { availabilitySettings, availabilitySettingsRequest } from '../availability-settings.ts'
import { identifier } from '../fields.ts'
import type { OperationTable } from './operation.ts'

const administrators = ['ROLE_CLIENT_SERVICE', 'ROLE_SUPERVISOR'] as const
const params = z.object({ applicationId: identifier })

/** Availability settings of an application (docs/contract/availability.md#settings). */
export const availabilitySettingsOperations = {
  getAvailabilitySettings: {
    method: 'GET',
    path: '/applications/{applicationId}/availability',
    owner: 'appointments',
    access: { roles: administrators },
    summary: 'Read the availability settings of an application',
    params,
    status: 200,
    response: availabilitySettings,
    versioned: true,
    problems: ['APPLICATION_NOT_FOUND'],
  },
  putAvailabilitySettings: {
    method: 'PUT',
    path: '/applications/{applicationId}/availability',
    owner: 'appointments',
    access: { roles: administrators },
    takesKey: true,
    takesIfMatch: true,
    summary: 'Replace the availability settings of an application',
    params,
    body: availabilitySettingsRequest,
    status: 200,
    response: availabilitySettings,
    versioned: true,
    problems: ['APPLICATION_NOT_FOUND', 'POLICY_CONFLICT', 'UNKNOWN_REFERENCE'],
  },
} as const satisfies OperationTable
