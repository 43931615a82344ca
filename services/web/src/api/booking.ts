import { createFreeTimes, type FreeTimes } from './free-times.ts'
import { createHolds } from './holds.ts'
import { requireProfile } from './profile.ts'
import { ApiError, keyed, newKey, send, sendTimed } from './send.ts'
import { ticketIn } from './ticket.ts'

export type Place = 'VIDEO' | 'PHONE' | 'IN_PERSON'

/** A question that is asked when the service is booked. */
export interface Question {
  id: string
  label: string
  type: 'TEXT' | 'CHOICE' | 'BOOLEAN'
  required: boolean
  choices?: string[]
  maxLength?: number
}

/** The services that visitors can book. */
export interface ServiceType {
  id: string
  name: string
  /** The name in other languages. */
  names?: Record<string, string>
  description?: string
  /** Title of its appointments. */
  title?: string
  /** ISO 8601, for example `PT30M`. */
  durations: string[]
  channel: Place
  intake: Question[]
  timezone?: string
  /** The queue whose agents serve it; only staff see this field. */
  queueId?: string
}

export type Channel = 'EMAIL' | 'SMS'

/** A code that was sent to a visitor, with instants of the browser's clock in milliseconds. */
export interface SentCode {
  id: string
  validUntil: number
  resendAt: number
}

/** A booking. */
export interface Booking {
  applicationId: string
  serviceTypeId: string
  /** Absent if the service has a title of its own. */
  title?: string
  start: string
  duration: string
  /** Absent if the time is not held. */
  holdId?: string
  timezone: string
  locale: string
  answers?: Record<string, string | boolean>
  customers: [
    {
      name: { firstName: string; lastName: string }
      contact: { primaryEmail?: string; primaryPhone?: string }
    },
  ]
}

/** A booked appointment as the visitor sees it. */
export interface Booked {
  id: string
  title?: string
  start: string
  end: string
  timezone: string
  notificationsActive: boolean
  participants: { type: string; displayName?: string }[]
  place?: { channel: Place; text?: string }
  links?: { manage?: string; join?: string }
}

interface Issued {
  id: string
  expiresAt: string
  resendAfter: string
}

/** The requests of the booking page to the API. The gallery supplies its own. */
export const createBookingApi = (applicationId: string) => ({
  profile: () => requireProfile(applicationId),

  /** Undefined if the application does not let visitors book. @throws ApiError */
  services: async (): Promise<ServiceType[] | undefined> => {
    const query = new URLSearchParams({ applicationId }).toString()
    return send<{ serviceTypes: ServiceType[] }>(`api/v2/availability/service-types?${query}`).then(
      ({ serviceTypes }) => serviceTypes,
      (error: unknown) => {
        if (error instanceof ApiError && [401, 404].includes(error.status)) return undefined
        throw error
      },
    )
  },

  freeTimes: (serviceTypeId: string, duration: string): FreeTimes =>
    createFreeTimes({ applicationId, serviceTypeId, duration }),
  /** @param codeId the verified code of the visitor, if holds need one */
  holds: (serviceTypeId: string, duration: string, codeId: () => string | undefined) =>
    createHolds(
      { applicationId, serviceTypeId, duration },
      {
        proof: () => {
          const id = codeId()
          return id === undefined ? {} : { 'x-otp-verification-id': id }
        },
      },
    ),

  /** @throws ApiError */
  sendCode: async (channel: Channel, to: string, locale: string): Promise<SentCode> => {
    const request = keyed('POST', { applicationId, channel, to, locale }, newKey())
    const { body, clockLead } = await sendTimed<Issued>('security/otp', request)
    return {
      id: body.id,
      validUntil: Date.parse(body.expiresAt) - clockLead,
      resendAt: Date.parse(body.resendAfter) - clockLead,
    }
  },

  /** Proves an address before the booking. @throws ApiError OTP_INVALID */
  verifyCode: (verificationId: string, to: string, code: string): Promise<void> =>
    send('security/otp/verify', keyed('POST', { verificationId, to, code }, newKey())),
  /** Books; a retry with the same key has no further effect. @throws ApiError */
  book: (booking: Booking, { id, code }: { id: string; code: string }, key: string): Promise<Booked> => {
    const headers = { authorization: `Basic ${btoa(`${id}:${code}`)}` }
    return send('api/v2/appointments/basic', keyed('POST', booking, key, headers))
  },
  /** The appointment of a link as a file for calendars. @throws ApiError */
  calendarFile: async (manageLink: string): Promise<Blob> => {
    // few visitors need it
    const { openSession } = await import('./session.ts')
    const session = await openSession(ticketIn(new URL(manageLink).pathname))
    return session.calendarFile()
  },
})
export type BookingApi = ReturnType<typeof createBookingApi>
