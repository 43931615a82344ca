import pg from 'pg'

/** A statement that a service sent, with its values. */
interface Recorded {
  database: string
  text: string
  values: unknown[]
}

/**
 * Records every statement this process sends to PostgreSQL while some work is done, by name of the database.
 * The services run in this process, so these are the statements they really send.
 */
export async function recordStatements(work: () => Promise<void>): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its client below
  const original = pg.Client.prototype.query
  // `query` has many signatures; only text and values are read, everything is passed on unchanged
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown]
    recorded.push({
      database: this.database ?? '',
      text: typeof first === 'string' ? first : first.text,
      values:
        typeof first === 'string'
          ? Array.isArray(second)
            ? second
            : []
          : (first.values ?? (Array.isArray(second) ? second : [])),
    })
    return (original as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return recorded
}

const LITERAL_LENGTH = 12
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * A pgbench script of one database's statements: values are inlined, and the tail of every id is replaced by
 * a number that differs in each run of the script.
 */
export function pgbenchScript(statements: readonly Recorded[]): string {
  const lines = statements.map(({ text, values }) => {
    const inlined = text.replaceAll(/\$(\d+)/g, (_, index: string) => literal(values[Number(index) - 1]))
    // a script has one statement per line, so a comment would swallow the rest
    return `${inlined.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()};`
  })
  const unique = lines.map((line) => line.replaceAll(UUID, (id) => `${id.slice(0, -LITERAL_LENGTH)}:r`))
  return ['\\set r random(100000000000, 999999999999)', ...unique, ''].join('\n')
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Array.isArray(value)) {
    const element = (one: unknown) =>
      one === null || one === undefined ? 'NULL' : `"${(one as string).replaceAll('"', '\\"')}"`
    return pg.escapeLiteral(`{${value.map(element).join(',')}}`)
  }
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : (value as string))
}
