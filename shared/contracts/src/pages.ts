import { z } from 'zod'

const dateTime = z.string().meta({ format: 'date-time' })

/**
 * The content of the page at a default room address. It neither identifies an agent nor helps to contact a
 * customer.
 */
export const roomView = z
  .object({
    state: z.enum(['OPEN', 'CANCELLED', 'ABORTED', 'EXPIRED']),
    /** The application whose profile determines how the page looks. */
    applicationId: z.string(),
    /** Language and region of the appointment. */
    locale: z.string(),
    /** Absent when the room cannot be entered. */
    expected: z
      .object({
        start: dateTime,
        end: dateTime,
        timezone: z.string(),
        /** Name of the company, if its application has one. */
        company: z.string().optional(),
        /** First names of customers; those without one are only counted. */
        customers: z.array(z.string()),
        unnamedCustomers: z.int(),
        agents: z.int(),
      })
      .optional(),
  })
  .meta({ id: 'RoomView' })
export type RoomView = z.infer<typeof roomView>

/** The content of the page at a link to unsubscribe. */
export const unsubscription = z
  .object({
    /** The application whose profile determines how the page looks. */
    applicationId: z.string(),
    name: z.string().optional(),
    /** The address, masked; absent for a link that an older release made. */
    address: z.string().optional(),
    stopped: z.boolean(),
  })
  .meta({ id: 'Unsubscription' })
export type Unsubscription = z.infer<typeof unsubscription>
