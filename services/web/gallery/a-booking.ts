import type { Appointment } from '../src/desk/api/shapes.ts'

const MINUTE_MS = 60_000

export const instantIn = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

export const customer = (displayName: string, state?: 'WAITING' | 'JOINED' | 'LEFT') => ({
  id: `c-${displayName}`,
  type: 'CUSTOMER' as const,
  displayName,
  ...(state && { state }),
})
export const agent = (state?: 'WAITING' | 'JOINED' | 'LEFT') => ({
  id: 'ben',
  type: 'AGENT' as const,
  displayName: 'Ben Okoye',
  ...(state && { state }),
})

/** An appointment as staff see it. @param minutes from now until its start */
export function aBooking(name: string, minutes: number, change: Partial<Appointment> = {}): Appointment {
  return {
    id: `a-${name.replaceAll(/\W+/g, '-')}`,
    applicationId: 'bank',
    version: 3,
    title: 'Advice on a home loan',
    start: instantIn(minutes),
    end: instantIn(minutes + 30),
    duration: 'PT30M',
    timezone: 'Europe/Berlin',
    locale: 'en',
    state: 'SCHEDULED',
    notificationsActive: true,
    organizer: agent(),
    participants: [agent(), customer(name)],
    place: { channel: 'VIDEO' },
    metadata: {},
    interaction: { state: 'PENDING', properties: {} },
    ...change,
  }
}
