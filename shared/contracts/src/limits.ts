/** The limits of the contract. */
export const limits = {
  bodyBytes: 100_000,
  /** Levels of a JSON body, counted from the body itself. */
  bodyDepth: 32,
  /** Header fields of a request. */
  headerFields: 100,
  /** Request line and header fields together: room for a token and for the longest list of agents, if ids are UUIDs. */
  headerBytes: 32_768,
  title: 255,
  notes: 4000,
  reason: 500,
  message: 2000,
  email: 254,
  name: 100,
  username: 255,
  identifier: 255,
  requestId: 128,
  instant: 100,
  jsonKeys: 50,
  jsonBytes: 16_384,
  jsonDepth: 5,
  headers: 32,
  headerName: 128,
  headerValue: 1024,
  headersBytes: 8192,
  participants: 50,
  customers: 20,
  pageSize: 200,
  defaultPageSize: 20,
  /** Characters of a cursor. */
  cursor: 200,
  /** Elements on a page of a list that is read by cursor, unless the request sets another number. */
  defaultCursorPage: 50,
  /** Agents in one request for statistics. */
  agentsOfStatistics: 500,
  eligible: 1000,
  /** How far ahead an appointment may start. */
  yearsAhead: 2,
  durationDays: 7,
} as const
