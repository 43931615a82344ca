import { z } from 'zod'
import {
  appointmentStates,
  availabilityPolicies,
  interactionStates,
  notificationReasons,
  roles,
  ticketReason,
  unauthorizedReasons,
  unavailableReasons,
} from '@appointments/contracts'

const fault = z
  .object({
    pointer: z.string().optional(),
    parameter: z.string().optional(),
    header: z.string().optional(),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'Fault', description: 'One fault of a request, and its location' })

/** Body of every error (RFC 9457), with the members of single codes. */
export const problemDocument = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: z.array(fault).optional(),
    reason: z.enum(unauthorizedReasons).optional().meta({ description: 'Why a token was rejected' }),
    requiredRoles: z
      .array(z.enum(roles))
      .optional()
      .meta({ description: 'Roles, one of which the token needs' }),
    line: z.int().min(1).optional().meta({ description: 'Line of the body with the JSON syntax error' }),
    column: z.int().min(1).optional().meta({ description: 'Column in that line, starting at 1' }),
    messageReason: z
      .enum(notificationReasons)
      .optional()
      .meta({ description: 'Why the message would not be sent: the `reason` its record would have' }),
    state: z.enum(appointmentStates).optional(),
    interactionState: z.enum(interactionStates).optional(),
    blocking: z
      .object({
        agentId: z.string(),
        start: z.string().meta({ format: 'date-time' }),
        end: z.string().meta({ format: 'date-time' }),
        kind: z
          .enum(['BOOKED', 'RESERVED', 'HELD', 'CLAIMED'])
          .optional()
          .meta({ description: 'What occupies the time: an appointment, a hold or an assignment; on v2' }),
      })
      .optional(),
    reasons: z
      .array(z.enum([...unavailableReasons, 'NOT_OFFERED']))
      .optional()
      .meta({ description: 'Why the time is not offered; customers see fewer reasons than staff' }),
    policy: z
      .enum(availabilityPolicies)
      .optional()
      .meta({ description: 'The `availabilityPolicy` of the application whose slots have no calendar' }),
    count: z.int().optional().meta({ description: 'Number of entries that refer to the one to remove' }),
    limit: z.int().optional().meta({ description: 'Maximum number of entries' }),
  })
  .meta({ id: 'Problem', description: 'Why a request failed' })

/** Body of a rejected token request (RFC 6749, section 5.2). */
export const tokenError = z
  .object({
    error: z.enum(['invalid_request', 'invalid_client', 'unsupported_grant_type']),
    error_description: z.string(),
    reason: ticketReason.optional(),
  })
  .meta({ id: 'TokenRejection', description: 'Why a token request failed' })
