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
import { textsForCustomers } from './details.ts'

/*
 * The view that each caller has of an appointment. Staff and registered clients see everything. A customer with any
 * ticket, claim or one-time password sees only what these lists name: fields added later stay hidden until they are
 * listed.
 */

const FIELDS_FOR_CUSTOMERS = [
  'id',
  'applicationId',
  'state',
  'outcome',
  'start',
  'end',
  'duration',
  'timezone',
  'locale',
  'metadata',
  'notificationsActive',
  'serviceTypeId',
  'place',
  'cancellation',
] as const
const CANCELLATION_FOR_CUSTOMERS = ['at', 'byRole', 'reason', 'reasonCode'] as const
const PLACE_FOR_CUSTOMERS = ['channel', 'text'] as const
const ROSTER_FOR_CUSTOMERS = ['organizerId', 'participants'] as const
const INTERACTION_FOR_CUSTOMERS = ['routing', 'state'] as const
const PROPERTIES_FOR_CUSTOMERS = ['acceptedBy', 'acceptedAt', 'userMessage', 'failedAt'] as const

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
  appointment: Pick<AppointmentSnapshot, (typeof FIELDS_FOR_CUSTOMERS)[number]> & Partial<AppointmentSnapshot>
  roster: Pick<RosterSnapshot, (typeof ROSTER_FOR_CUSTOMERS)[number]> & { interaction: SeenInteraction }
}

/** Whether the caller sees all fields. */
const seesEverything = (caller: Caller): boolean => isStaff(caller) || isRegisteredClient(caller)

/** The appointment without fields that the caller must not see. */
export function seenBy(caller: Caller, whole: ShownAppointment): SeenAppointment {
  if (seesEverything(caller)) return whole
  const { appointment, roster, application = defaultView } = whole
  const { metadata, place, cancellation } = appointment
  return {
    appointment: {
      ...only([...FIELDS_FOR_CUSTOMERS, ...textsForCustomers(application)], appointment),
      metadata: metadataSeenBy(caller, whole, metadata),
      ...(place && { place: only(PLACE_FOR_CUSTOMERS, place) }),
      ...(cancellation && { cancellation: only(CANCELLATION_FOR_CUSTOMERS, cancellation) }),
    },
    roster: {
      ...only(ROSTER_FOR_CUSTOMERS, roster),
      interaction: interactionSeenBy(caller, roster.interaction),
    },
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
  return only(customerMetadata, metadata)
}

/** The interaction without fields that the caller must not see. */
export function interactionSeenBy(caller: Caller, interaction: Interaction): SeenInteraction {
  if (seesEverything(caller)) return interaction
  return {
    properties: only(PROPERTIES_FOR_CUSTOMERS, interaction.properties),
    ...only(INTERACTION_FOR_CUSTOMERS, interaction),
  }
}

/** The fields of an object that are listed, in the order of the object. */
function only<Of extends object, Name extends keyof Of>(names: readonly Name[], of: Of): Pick<Of, Name> {
  const listed: readonly PropertyKey[] = names
  return Object.fromEntries(Object.entries(of).filter(([name]) => listed.includes(name))) as Pick<Of, Name>
}
