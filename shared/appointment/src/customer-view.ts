import {
  isRegisteredClient,
  isStaff,
  type Application,
  type AppointmentSnapshot,
  type Caller,
  type Interaction,
  type RosterSnapshot,
  type SeenInteraction,
  type WholeAppointment,
} from '@appointments/contracts'

/*
 * The view that each caller has of an appointment. Staff and registered clients see everything. A customer with any
 * ticket, claim or one-time password does not see internal data of the contact centre.
 */

/** The settings of an application that decide what customers see. */
type ViewSettings = Pick<Application, 'customerMetadata' | 'notesForCustomers'>

const defaultView: ViewSettings = { customerMetadata: [], notesForCustomers: false }

/** An appointment to show; without the settings of its application, the defaults for customers apply. */
export interface ShownAppointment extends WholeAppointment {
  application?: ViewSettings
  /** The names of its agents by their ids, null if none has a name. */
  agentNames?: Readonly<Record<string, string>> | null | undefined
}

/** An appointment as a caller sees it. */
export interface SeenAppointment {
  appointment: Omit<AppointmentSnapshot, 'notificationHeaders'> &
    Partial<Pick<AppointmentSnapshot, 'notificationHeaders'>>
  roster: Omit<RosterSnapshot, 'interaction'> & { interaction: SeenInteraction }
}

/** Whether the caller sees all fields. */
const seesEverything = (caller: Caller): boolean => isStaff(caller) || isRegisteredClient(caller)

/** The appointment without fields that the caller must not see. */
export function seenBy(caller: Caller, whole: ShownAppointment): SeenAppointment {
  if (seesEverything(caller)) return whole
  const { notesForCustomers } = whole.application ?? defaultView
  const { notificationHeaders: _, notes, cancellation, ...appointment } = whole.appointment
  return {
    appointment: {
      ...appointment,
      metadata: metadataSeenBy(caller, whole, appointment.metadata),
      ...(notesForCustomers && notes !== undefined && { notes }),
      ...(cancellation && { cancellation: withoutActor(cancellation) }),
    },
    roster: { ...whole.roster, interaction: interactionSeenBy(caller, whole.roster.interaction) },
  }
}

/**
 * The visible metadata of an appointment or of one of its customers. Customers see only keys that the application
 * lists.
 */
export function metadataSeenBy(
  caller: Caller,
  { application: { customerMetadata } = defaultView }: Pick<ShownAppointment, 'application'>,
  metadata: Record<string, unknown>,
): Record<string, unknown> {
  if (seesEverything(caller)) return metadata
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => customerMetadata.includes(key)))
}

// an allow list: properties added later stay hidden until they are listed
const PROPERTIES_FOR_CUSTOMERS: readonly string[] = ['acceptedBy', 'acceptedAt', 'userMessage', 'failedAt']

/** The interaction without fields that the caller must not see. */
export function interactionSeenBy(caller: Caller, interaction: Interaction): SeenInteraction {
  if (seesEverything(caller)) return interaction
  const { customFields: _, properties, ...rest } = interaction
  return {
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => PROPERTIES_FOR_CUSTOMERS.includes(name)),
    ),
    ...rest,
  }
}

function withoutActor({ by: _, ...cancellation }: NonNullable<AppointmentSnapshot['cancellation']>) {
  return cancellation
}
