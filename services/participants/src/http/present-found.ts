import type { z } from 'zod'
import { displayNameOf, presentElement } from '@appointments/appointment'
import type { appointmentElement, Caller } from '@appointments/contracts'
import type { FoundAppointment } from '../domain/found-appointment.ts'

/** Presents an appointment that was found, with the names of its customers if they were read. */
export const presentFound =
  (caller: Caller) =>
  (found: FoundAppointment): z.input<typeof appointmentElement> => {
    const element = presentElement(caller)(found)
    if (!found.customers) return element
    const names = new Map(found.customers.map((customer) => [customer.id, displayNameOf(customer)]))
    return {
      ...element,
      participants: element.participants.map((participant) => {
        const displayName = names.get(participant.id)
        return displayName === undefined ? participant : { ...participant, displayName }
      }),
    }
  }
