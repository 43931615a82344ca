// Prints the results of the time-sensitive rules around clock changes, to compare machines.
import type { AppointmentSnapshot } from '@appointments/contracts'
import { spokenTime } from '../src/domain/wording/moments.ts'
import { atOffset } from '../src/domain/plan/offsets.ts'
import { outsideQuietHours } from '../src/domain/plan/quiet-hours.ts'
import { lastUse, relevantUntil } from '../src/domain/plan/windows.ts'
import { inviteOf } from '../src/messages/invite.ts'
import type { MessageSource } from '../src/messages/message-source.ts'
import type { MessageValues } from '../src/templates/catalog.ts'
import { anAppointment, anApplication, NOW } from './builders.ts'

const ZONES = ['Europe/Berlin', 'Pacific/Apia', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
const STARTS = [
  '2026-03-08T10:30:00.000Z',
  '2026-03-29T08:00:00.000Z',
  '2026-04-04T15:15:00.000Z',
  '2026-11-01T06:30:00.000Z',
]
const NIGHT = { start: '21:00', end: '08:00', whenDeadline: 'PULL_FORWARD' } as const

const party = { name: 'Ada', address: 'ada@example.com' }
const values = { title: 'Title', manageLink: 'https://appointments.example' } as MessageValues

/** The times in a calendar invite. */
function inviteTimes(appointment: AppointmentSnapshot): string {
  const notification = { type: 'CREATE', inviteSequence: 0, context: { at: NOW.toISOString() } }
  const source = { notification, whole: { appointment } } as unknown as MessageSource
  const { content } = inviteOf(source, {
    domain: 'example.com',
    from: party,
    to: party,
    values,
    description: '',
  })
  return (content.match(/^DT\w+:.*$/gm) ?? []).map((line) => line.trim()).join(' ')
}

for (const zone of ZONES) {
  for (const start of STARTS) {
    const at = new Date(start)
    for (const offset of ['P1D', 'PT24H', 'P1DT2H'])
      console.log(
        `${offset} before ${start} in ${zone}: ${atOffset(at, zone, offset, 'BEFORE').toISOString()}`,
      )
    const end = new Date(at.getTime() + 1_800_000).toISOString()
    const appointment = anAppointment(anApplication({}, { id: 'app' }), {
      id: 'a',
      start,
      end,
      timezone: zone,
    })
    const times = { now: new Date('2026-01-01T00:00:00Z'), scheduledFor: at }
    const due = outsideQuietHours(at, { ...NIGHT, zone }, new Date('2027-01-01T00:00:00Z'), times.now)
    console.log(
      `  due ${due?.toISOString()}, ${relevantUntil('REMINDER', 'EMAIL', appointment, times).toISOString()}`,
    )
    console.log(`  at the latest ${lastUse({ type: 'REMINDER' }, appointment, at).toISOString()}`)
    console.log(`  ${Object.values(spokenTime(appointment, zone, 'en-GB')).join(' | ')}`)
    console.log(`  ${inviteTimes(appointment)}`)
  }
}
