import { z } from 'zod'
import {
  calendarDate,
  directoryFault,
  directoryId,
  endOfHours,
  entryName,
  onObjects,
  organizationQuery,
  searchQuery,
  startOfHours,
  stored,
  unrepeated,
} from './directory-fields.ts'
import { timeZone } from './fields.ts'
import { page, paging } from './shapes.ts'

/** Days of the week as RFC 5545 writes them. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

const isAfter = (later: unknown, earlier: unknown) =>
  typeof later !== 'string' || typeof earlier !== 'string' || later > earlier

/**
 * Working hours of some days of the week, in wall-clock time. `to` before `from` means the next day; `days` name the
 * day of `from`, and so do the dates, both included.
 */
const hoursEntry = z
  .strictObject({
    days: unrepeated(z.array(z.enum(weekdays)).min(1).max(7)),
    from: startOfHours,
    to: endOfHours,
    validFrom: calendarDate.optional(),
    validUntil: calendarDate.optional(),
  })
  .refine(({ from, to }: { from?: string; to?: string }) => from === undefined || from !== to, {
    ...onObjects,
    path: ['to'],
    ...directoryFault('EMPTY_HOURS', 'must differ from `from`'),
  })
  .refine(({ validFrom, validUntil }) => validFrom === validUntil || isAfter(validUntil, validFrom), {
    ...onObjects,
    path: ['validUntil'],
    ...directoryFault('INVALID_RANGE', 'must not be before validFrom'),
  })
  .meta({ id: 'WorkingHours' })

export const hours = z.array(hoursEntry).max(50)
export type Hours = z.output<typeof hoursEntry>

const scheduleFields = {
  name: entryName,
  /** If absent, the zone of each agent applies. */
  timezone: timeZone.optional(),
  hours,
}

/** Body of a PUT of a schedule. */
export const workScheduleRequest = z.strictObject(scheduleFields).meta({ id: 'WorkScheduleRequest' })
export type WorkScheduleRequest = z.output<typeof workScheduleRequest>

/** A schedule that several agents share. */
export const schedule = z
  .object({ id: z.string(), organizationId: z.string().optional(), ...scheduleFields, ...stored })
  .meta({ id: 'Schedule' })
export type Schedule = z.output<typeof schedule>

const openHours = z
  .strictObject({ from: startOfHours, to: endOfHours })
  .refine(({ from, to }) => isAfter(to, from), {
    ...onObjects,
    path: ['to'],
    ...directoryFault('EMPTY_HOURS', 'must be after `from`'),
  })

const holiday = z.strictObject({
  date: calendarDate,
  name: entryName,
  /** Reduced hours; if absent, the day is closed. */
  open: z.array(openHours).min(1).max(10).optional(),
})
export type Holiday = z.output<typeof holiday>

const holidayCalendarFields = {
  name: entryName,
  timezone: timeZone,
  days: unrepeated(z.array(holiday).max(1000), ({ date }) => date),
}

/** Body of a PUT of a holiday calendar. */
export const holidayCalendarRequest = z
  .strictObject(holidayCalendarFields)
  .meta({ id: 'HolidayCalendarRequest' })
export type HolidayCalendarRequest = z.output<typeof holidayCalendarRequest>

export const holidayCalendar = z
  .object({ id: z.string(), organizationId: z.string().optional(), ...holidayCalendarFields, ...stored })
  .meta({ id: 'HolidayCalendar' })
export type HolidayCalendar = z.output<typeof holidayCalendar>

/** Path of an entry that is identified by organization and id. */
export const entryParams = z.object({ id: directoryId })
export const entryScope = z.object(organizationQuery)
export const entryQuery = z.object({
  ...organizationQuery,
  ...searchQuery,
  ...paging(['id', 'name'] as const),
})
export type EntryQuery = z.output<typeof entryQuery>

export const schedulePage = page('SchedulePage', schedule)
export const holidayCalendarPage = page('HolidayCalendarPage', holidayCalendar)
