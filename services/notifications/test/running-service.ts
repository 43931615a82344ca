import { expect } from 'vitest'
import {
  type Application,
  type AppointmentsEvent,
  type Fault,
  type ProblemCode,
  type NotificationChannel,
  type NotificationStatus,
  type NotificationType,
} from '@appointments/contracts'
import type { z } from 'zod'
import type { foundNotification, notificationEvent, webhookEndpoint } from '@appointments/contracts'
import { openHarness, type Call } from '@appointments/foundation/test-harness'
import { readConfig, repeat, silentLog, type Log, type Repeat } from '@appointments/runtime'
import {
  startSmtpServer,
  startTwilio,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@appointments/testing'
import { config, createNotifications } from '../src/index.ts'
import { aCaller, DAY_MS, NOW, eventOf, scheduled } from './builders.ts'

export const DATA_SECRET = 'another secret of the tests, for what is stored'
export const PUBLIC_URL = 'https://appointments.example'
export const ACCOUNT = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'the token of the tests' }
export const SMS_SENDER = '+15005550006'

/** Pause of the loops that run every second in production. */
const SECOND_MS = 1000
/** Pause of such a loop in tests: short enough to find work soon, long enough to leave the machine idle. */
const PAUSE_MS = 100
/** Minutes by which the clock advances for each retry of a mail, so that the retry is due. */
const MAIL_RETRIES_MIN = [1, 3, 13, 40, 80, 150]

export interface Row {
  id: string
  type: NotificationType
  channel: NotificationChannel
  status: NotificationStatus
  recipient_key: string
  provider_status: string | null
  message: string | null
  retry_count: number
  attempt_no: number
  planned_offset: string | null
  scheduled_for: Date | null
  due_at: Date | null
  relevant_until: Date
  next_retry_at: Date | null
  next_poll_at: Date | null
  lease_token: string | null
  invite_sequence: number
}

/** An element of any list that an operation returns. */
type Element = z.infer<typeof foundNotification> &
  z.infer<typeof notificationEvent> &
  z.infer<typeof webhookEndpoint>

/** All fields a response body may have; each test reads those of its operation. */
export interface Body extends Element {
  code: ProblemCode
  errors: Fault[]
  messageReason?: string
  secret: string
  content: Element[]
  nextCursor?: string
  total: number
}

export interface ApiResponse {
  status: number
  text: string
  headers: Headers
  body: Body
}

/** The whole service on its own database with fake providers; the test plays the other services. */
export async function runNotifications({
  env = {},
  withSmtp = true,
  withTwilio = true,
  log = silentLog,
}: { env?: Record<string, string>; withSmtp?: boolean; withTwilio?: boolean; log?: Log } = {}) {
  const harness = await openHarness('notifications', NOW)
  const { pool, clock } = harness
  const smtp = await startSmtpServer()
  const twilio = await startTwilio({ ...ACCOUNT, now: () => clock.current })
  const receivers: WebhookReceiver[] = []

  /** Publishes events in this order and resolves once the service has applied every one of them. */
  const publish = (...events: AppointmentsEvent[]): Promise<void> =>
    harness.publish(
      // events without an explicit time happen now
      ...events.map((event) =>
        event.time === NOW.toISOString() ? { ...event, time: clock.current.toISOString() } : event,
      ),
    )

  const settings = readConfig(config, {
    ...harness.env,
    DATA_SECRET,
    PUBLIC_URL,
    MAIL_FROM: 'service@appointments.example',
    SMS_FROM: SMS_SENDER,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ...(withSmtp && { SMTP_URL: smtp.url }),
    ...(withTwilio && {
      TWILIO_ACCOUNT_SID: ACCOUNT.accountSid,
      TWILIO_AUTH_TOKEN: ACCOUNT.authToken,
      TWILIO_BASE_URL: twilio.url,
    }),
    ...env,
  })
  const loops: { wake: () => void }[] = []
  const eager: Repeat = (name, pauseMs, turn, log) => {
    // the clock may jump past a lease whose holder is still sending, which a fast sweeper would treat as a crash
    if ((pauseMs !== SECOND_MS && name !== 'figures') || name === 'abandoned notifications')
      return repeat(name, pauseMs, turn, log)
    const loop = repeat(name, PAUSE_MS, turn, log)
    loops.push(loop)
    return loop
  }
  const start = () => createNotifications(settings, { ...harness.options, log, repeat: eager })
  const service = await start()

  const call = (
    method: string,
    path: string,
    { caller = aCaller(), ...more }: Partial<Call> = {},
  ): Promise<ApiResponse> =>
    harness.call(service.url, method, path, { caller, ...more }) as Promise<ApiResponse>

  const rowsOf = async (appointmentId: string): Promise<Row[]> =>
    (
      await pool.query<Row>('SELECT * FROM notifications WHERE appointment_id = $1 ORDER BY created_at, id', [
        appointmentId,
      ])
    ).rows

  /** The one record of a type and channel. */
  const rowOf = async (
    appointmentId: string,
    type: NotificationType,
    channel: NotificationChannel,
  ): Promise<Row> => {
    const rows = (await rowsOf(appointmentId)).filter((row) => row.type === type && row.channel === channel)
    expect(rows).toHaveLength(1)
    return rows[0]!
  }

  /** Resolves when no notification of the appointment is due or leased. */
  const quiet = (appointmentId: string): Promise<Row[]> =>
    expect
      .poll(
        async () => {
          const busy = await pool.query<object>(
            `SELECT type, channel, status FROM notifications
             WHERE appointment_id = $1 AND (lease_token IS NOT NULL OR due_at <= $2)`,
            [appointmentId, clock.current],
          )
          return busy.rows
        },
        { timeout: 30_000, interval: 10 },
      )
      .toEqual([])
      .then(() => rowsOf(appointmentId))

  /** Advances the clock and wakes the loops of the service. */
  const advance = (ms: number): void => {
    clock.current = new Date(clock.current.getTime() + ms)
    for (const loop of loops) loop.wake()
  }

  /** Publishes the settings of an application. */
  const know = async (application: Application): Promise<Application> => {
    await publish(eventOf('APApplicationChangedEvent', { application }))
    return application
  }

  /** The start and end of a half-hour appointment, a number of days ahead. */
  const slot = (daysAhead = 3): { start: string; end: string } => {
    const start = clock.current.getTime() + daysAhead * DAY_MS
    return { start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() }
  }

  /** Schedules an appointment three days ahead, and resolves once everything that is due has been sent. */
  const book = async (
    application: Application,
    { appointment = {}, ...parts }: Parameters<typeof scheduled>[1] = {},
  ) => {
    const made = scheduled(application, { ...parts, appointment: { ...slot(), ...appointment } })
    await publish(made.event)
    await quiet(made.appointment.id)
    return made
  }

  /** Advances the clock until every retry of the mails about an appointment has been tried. */
  const exhaustRetries = async (appointmentId: string): Promise<void> => {
    for (const minutes of MAIL_RETRIES_MIN) {
      advance(minutes * 60_000)
      await quiet(appointmentId)
    }
  }

  /** Adds a webhook endpoint to an application, with a receiver of its own that accepts everything. */
  const listen = async (applicationId: string, endpoint: Record<string, unknown> = {}) => {
    const receiver = await startWebhookReceiver()
    receivers.push(receiver)
    const settings = { applicationId, url: `${receiver.url}/hooks`, ...endpoint }
    const { status, body } = await call('POST', '/api/v2/webhook-endpoints', {
      caller: { roles: ['ROLE_CLIENT_SERVICE'] },
      body: settings,
    })
    expect(status).toBe(201)
    return { receiver, settings, id: body.id, secret: body.secret }
  }

  /** The events of a record with their reasons, oldest first. */
  const storyOf = async (notificationId: string): Promise<string[]> => {
    const { rows } = await pool.query<{ event: string; reason: string | null }>(
      'SELECT event, reason FROM notification_events WHERE notification_id = $1 ORDER BY id',
      [notificationId],
    )
    return rows.map(({ event, reason }) => (reason === null ? event : `${event} ${reason}`))
  }

  return {
    url: service.url,
    databaseUrl: harness.database.url,
    pool,
    broker: harness.broker,
    clock,
    smtp,
    twilio,
    publish,
    know,
    call,
    rowsOf,
    rowOf,
    quiet,
    advance,
    slot,
    book,
    exhaustRetries,
    listen,
    storyOf,
    start,
    async stop() {
      // the service would first wait for requests to which a provider does not respond
      await Promise.all([smtp.stop(), twilio.stop()])
      await service.stop()
      await Promise.all(receivers.map((one) => one.stop()))
      await harness.stop()
    },
  }
}
export type Running = Awaited<ReturnType<typeof runNotifications>>

/** Type, channel and status of each record, sorted for comparison. */
export const summary = (rows: readonly Row[]): string[] =>
  rows.map(({ type, channel, status }) => `${type} ${channel} ${status}`).sort()
