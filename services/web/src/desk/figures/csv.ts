import { download } from '../../ui/download.ts'

/** A value of a table; undefined if there is none. */
export type Cell = string | number | undefined

/** Spreadsheets treat a text that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/

function written(cell: Cell): string {
  if (cell === undefined) return ''
  // a negative number begins with a minus, but it is not a formula
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A table as CSV (RFC 4180). Names that look like formulas get an apostrophe, so that no program runs them. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')

/** Saves a table as a file. It begins with a byte order mark, so that spreadsheets read it as UTF-8. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  download(new Blob(['\ufeff', csvOf(rows)], { type: 'text/csv;charset=utf-8' }), name)
