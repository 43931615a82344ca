const WEEK_MS = 7 * 86_400_000

/** The earliest day on which anything in the written examples starts. */
const WRITTEN_START = Date.parse('2027-01-09T00:00:00Z')

/**
 * The number of whole weeks by which the dates of the examples must move so that everything in them starts
 * one to two weeks after an instant.
 */
export const weeksToMove = (now: Date): number =>
  Math.ceil((now.getTime() + WEEK_MS - WRITTEN_START) / WEEK_MS)

/**
 * The JSON text of a document with all its dates moved by whole weeks. Only examples contain dates. They all
 * move together, so that each example stays consistent, and by weeks, so that weekdays and times of day stay.
 *
 * The source and the documents in the repository have fixed dates, which makes those files reproducible. A
 * document that a gateway serves is moved, so that a request copied from it is valid.
 */
export const withDatesMoved = (text: string, weeks: number): string =>
  text.replace(/\b20\d{2}-\d{2}-\d{2}(?!\d)/g, (date) =>
    new Date(Date.parse(date) + weeks * WEEK_MS).toISOString().slice(0, 10),
  )
