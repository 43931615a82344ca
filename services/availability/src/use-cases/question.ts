import {
  instant,
  lengthOf,
  type ReceivedDecisionRequest,
  type ServiceType,
  type UnavailableReason,
} from '@appointments/contracts'
import type { ApplicationTime } from '../domain/agent-calendar.ts'
import type { Question } from '../domain/decide.ts'
import { buffersOf, offersDuration, offerSettings } from '../domain/offer-settings.ts'
import { commonReasons, inOrder, wantedTime } from '../domain/reasons.ts'
import type { Window } from '../domain/window.ts'
import { applications, type KnownApplication } from '../repositories/applications.ts'
import { serviceTypes } from '../repositories/directory.ts'
import { applicationTime } from './application-time.ts'
import type { Deps } from './deps.ts'

/** A requested time, with everything that is needed to judge agents. */
export interface OpenQuestion extends Question {
  application: KnownApplication
  serviceType: ServiceType | undefined
  time: ApplicationTime
  /** The single start. */
  window: Window
  /** From the start to the end of the buffer after it. */
  reach: Window
  /** The time that an appointment would occupy, with buffers. */
  occupied: { from: string; to: string }
}

type Asked = Pick<
  ReceivedDecisionRequest,
  'applicationId' | 'purpose' | 'serviceTypeId' | 'start' | 'end' | 'duration' | 'bound' | 'occupied'
>

/** The purposes for which a start is chosen. The others assign an agent to a start that was chosen before. */
const CHOOSES_START: readonly Asked['purpose'][] = ['BOOK', 'HOLD', 'MOVE']

/**
 * Resolves the request. A service type that does not exist is ignored, because appointments outlive their service type.
 */
export async function questionOf(
  deps: Pick<Deps, 'pool' | 'clock' | 'holidays'>,
  { applicationId, purpose, serviceTypeId, duration, bound, occupied: own, ...range }: Asked,
): Promise<OpenQuestion> {
  const { pool, clock } = deps
  const application = await applications.of(pool, applicationId)
  const serviceType =
    serviceTypeId === undefined ? undefined : await serviceTypes.find(pool, applicationId, serviceTypeId)
  const settings = offerSettings(serviceType, application.settings.defaults, application.timezone)
  const [start, end] = [Date.parse(range.start), Date.parse(range.end)]
  // an appointment keeps the buffers that it was booked with
  const [from, to] = own
    ? [Date.parse(own.from), Date.parse(own.to)]
    : [start - settings.bufferBefore * MINUTE_MS, end + settings.bufferAfter * MINUTE_MS]
  const wanted = wantedTime({ start, end }, buffersOf({ start, end }, { from, to }))
  const window = { from: wanted.start, to: wanted.start + 1 }
  const common: UnavailableReason[] = CHOOSES_START.includes(purpose)
    ? commonReasons(start, { ...settings, isBound: bound, now: clock.now() })
    : []
  if (duration !== undefined && !offersDuration(serviceType, lengthOf(duration)))
    common.push('DURATION_NOT_OFFERED')
  return {
    application,
    serviceType,
    time: await applicationTime(deps, application, serviceType, window),
    window,
    reach: { from: wanted.start, to: wanted.start + wanted.duration + wanted.bufferAfter },
    wanted,
    grid: settings.grid,
    common: inOrder(common),
    occupied: { from: instant(from), to: instant(to) },
  }
}

const MINUTE_MS = 60_000
