import pg from 'pg'

const UNIQUE_VIOLATION = '23505'

/** Whether a statement failed because a row it adds to a table is there already. */
export const isDuplicateIn = (error: unknown, table: string): boolean =>
  error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.table === table
