import { accessEnds, metadataSeenBy, nameOf } from '@appointments/appointment'
import { instant, type Caller, type ParticipantDetails } from '@appointments/contracts'
import type { Tickets } from '@appointments/credentials'
import type { ParticipantView } from '../use-cases/deps.ts'
import type { ListedParticipant } from '../use-cases/find-participants.ts'

/**
 * Presents ParticipantDetails without the name of an agent, the same in both versions (docs/contract/participants.md#participant-details).
 * @param roomLink makes the link of a room ticket
 */
export const presentParticipant =
  (caller: Caller, roomLink: Tickets['roomLink']) =>
  ({ whole, participant, customer, ticket }: ParticipantView): ParticipantDetails => {
    const expiresAt = instant(accessEnds(whole.appointment))
    const { email, phone, firstName, lastName, username } = customer ?? {}
    const metadata = customer?.metadata && metadataSeenBy(caller, whole, customer.metadata)
    return {
      id: participant.id,
      type: participant.type,
      expiresAt,
      ...((email !== undefined || phone !== undefined) && {
        contact: {
          ...(email !== undefined && { primaryEmail: email }),
          ...(phone !== undefined && { primaryPhone: phone }),
        },
      }),
      ...((firstName !== undefined || lastName !== undefined) && {
        name: { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) },
      }),
      ...(username !== undefined && { username }),
      ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
      ...(ticket && { ticket: { accessUrl: roomLink(ticket.participantId, ticket.version), expiresAt } }),
    }
  }

/** Presents ParticipantDetails of v2, with names of agents and presence. */
export const presentNamed =
  (caller: Caller, roomLink: Tickets['roomLink']) =>
  (view: ParticipantView): ParticipantDetails => ({
    ...presentParticipant(caller, roomLink)(view),
    ...(view.participant.type === 'AGENT' && nameOf(view.whole, view.participant.id)),
    ...(view.participant.state && { state: view.participant.state }),
  })

/** Presents a participant in the list, where customers have names, too. */
export const presentListed =
  (caller: Caller, roomLink: Tickets['roomLink']) =>
  (listed: ListedParticipant): ParticipantDetails => ({
    ...presentNamed(caller, roomLink)(listed),
    ...(listed.displayName !== undefined && { displayName: listed.displayName }),
  })
