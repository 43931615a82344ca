const WEEK_MS = 7 * 86_400_000

/** The earliest day on which something starts in the examples, as they are written. */
const WRITTEN_START = Date.parse('2027-01-09T00:00:00Z')

/**
 * By how many whole weeks the dates of the examples have to move so that everything in them starts one to two weeks
 * after an instant.
 */
export const weeksToMove = (now: Date): number =>
  Math.ceil((now.getTime() + WEEK_MS - WRITTEN_START) / WEEK_MS)

/**
 * The JSON text of a document with every date in it moved by whole weeks. Dates stand only in examples. They all move
 * together, so that each example stays consistent, and by weeks, so that the day of the week and the time of day stay.
 *
 * The source and the documents kept in the repository have fixed dates, which makes those files reproducible. A
 * document that a gateway serves is moved, so that a request copied from it can be sent as it is.
 */
export const withDatesMoved = (text: string, weeks: number): string =>
  text.replace(/\b20\d{2}-\d{2}-\d{2}(?!\d)/g, (date) =>
    new Date(Date.parse(date) + weeks * WEEK_MS).toISOString().slice(0, 10),
  )
