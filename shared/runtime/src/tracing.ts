import { randomUUID } from 'node:crypto'

/** A position in a trace (W3C Trace Context, section 3.2). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string
  /** Id of the span, 16 hexadecimal digits. */
  spanId: string
  isSampled: boolean
}

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** A timed piece of work in a trace. */
export interface Span {
  trace: TraceContext
  /** Sets the final name, once it is known. */
  rename: (name: string) => void
  describe: (attributes: SpanAttributes) => void
  /** Ends the span, as failed if there is an error. */
  end: (error?: unknown) => void
}

/** Records spans. `@appointments/telemetry` has one that exports them. */
export interface Tracer {
  start: (
    name: string,
    options: { kind: SpanKind; parent?: TraceContext | undefined; attributes?: SpanAttributes },
  ) => Span
}

const ignore = () => undefined

/** Records nothing and passes the caller's trace on unchanged; without one it begins a trace for the logs. */
export const silentTracer: Tracer = {
  start: (_name, { parent }) => ({
    trace: parent ?? newTrace(),
    rename: ignore,
    describe: ignore,
    end: ignore,
  }),
}

/** 32 random digits; `randomUUID` is used because it caches random data. */
const digits = () => randomUUID().replaceAll('-', '')

const newTrace = (): TraceContext => ({
  traceId: digits(),
  spanId: digits().slice(0, 16),
  isSampled: false,
})

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Reads a `traceparent` header (W3C Trace Context, section 3.2); undefined if it is invalid. */
export function readTraceparent(header: string | undefined): TraceContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(header ?? '') ?? []
  // only later versions may have further fields
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** A trace context as a `traceparent` header. */
export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
