import type {
  OfferedServiceTypes,
  Profile,
  RequestOf,
  ResponseOf,
  securityOperations,
  v2Operations,
} from '@appointments/contracts'
import type { Appointment } from './appointment.ts'
import { createFreeTimes, type FreeTimes } from './free-times.ts'
import { createHolds } from './holds.ts'
import { requireProfile } from './profile.ts'
import { ApiError, keyed, newKey, send, sendTimed, type InJson } from './send.ts'
import { ticketIn } from './ticket.ts'

/** A service that can be booked; its `title` is that of its appointments. */
export type ServiceType = Pick<
  OfferedServiceTypes['serviceTypes'][number],
  | 'id'
  | 'name'
  | 'names'
  | 'description'
  | 'title'
  | 'durations'
  | 'channel'
  | 'intake'
  | 'timezone'
  | 'queueId'
>
export type Place = ServiceType['channel']
export type Question = ServiceType['intake'][number]

export type Channel = Profile['booking']['codeBy'][number]

/** A code that was sent to a visitor, with instants of the browser's clock in milliseconds. */
export interface SentCode {
  id: string
  validUntil: number
  resendAt: number
}

type Operation = typeof v2Operations.scheduleAppointmentBasic
type Body = InJson<RequestOf<Operation>['body']>

/** A booking; it has a title if the service has none, and a hold if the time is held. */
export type Booking = Pick<Body, 'title' | 'holdId' | 'answers'> &
  Required<
    Pick<Body, 'applicationId' | 'serviceTypeId' | 'start' | 'duration' | 'timezone' | 'locale' | 'customers'>
  >

/** A booked appointment as the visitor sees it. */
export type Booked = Appointment

type Issued = ResponseOf<typeof securityOperations.requestOtp>

/** The requests of the booking page to the API. The gallery supplies its own. */
export const createBookingApi = (applicationId: string) => ({
  profile: () => requireProfile(applicationId),

  /** Undefined if the application does not let visitors book. @throws ApiError */
  services: async (): Promise<ServiceType[] | undefined> => {
    const query = new URLSearchParams({ applicationId }).toString()
    return send<OfferedServiceTypes>(`api/v2/availability/service-types?${query}`).then(
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
