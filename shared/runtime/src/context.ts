import { AsyncLocalStorage } from 'node:async_hooks'
import {
  readTraceparent,
  silentTracer,
  traceparentOf,
  type Span,
  type SpanAttributes,
  type SpanKind,
  type TraceContext,
  type Tracer,
} from './tracing.ts'

/** The work that the running code belongs to: a request, an event or a notification. */
interface Context {
  tracer: Tracer
  trace: TraceContext
  requestId: string | undefined
  /** When the caller stops waiting, by the monotonic clock; absent if it set no deadline. */
  deadlineAt?: number
}

/** Milliseconds until the caller stops waiting. */
export const DEADLINE_HEADER = 'x-deadline-ms'

const storage = new AsyncLocalStorage<Context>()

/** The start of work that another process caused. */
export interface Entry {
  name: string
  kind: SpanKind
  /** Header of the caller, not validated yet. */
  traceparent?: string | undefined
  requestId?: string | undefined
  /** Milliseconds until the caller stops waiting. */
  deadlineMs?: number | undefined
  attributes?: SpanAttributes
}

/**
 * Begins work that another process caused. Code called through `run` belongs to it: its log lines carry the ids of its
 * request and trace. The caller must end the span.
 */
export function begin(
  tracer: Tracer,
  { name, kind, traceparent, requestId, deadlineMs, attributes = {} }: Entry,
) {
  const span = tracer.start(name, { kind, parent: readTraceparent(traceparent), attributes })
  const deadlineAt = deadlineMs === undefined ? {} : { deadlineAt: performance.now() + deadlineMs }
  const context: Context = { tracer, trace: span.trace, requestId, ...deadlineAt }
  return { span, run: <Result>(work: () => Result): Result => storage.run(context, work) }
}

/** Runs work that another process caused, and ends its span; see {@link begin}. */
export function enter<Result>(tracer: Tracer, entry: Entry, work: () => Promise<Result>): Promise<Result> {
  const { span, run } = begin(tracer, entry)
  return run(() => ended(span, work))
}

/** Runs a part of the current work as a span of its trace. */
export function inSpan<Result>(
  name: string,
  { kind, attributes = {} }: { kind: SpanKind; attributes?: SpanAttributes },
  work: () => Promise<Result>,
): Promise<Result> {
  const context = storage.getStore()
  if (!context || context.tracer === silentTracer) return work()
  const span = context.tracer.start(name, { kind, parent: context.trace, attributes })
  return storage.run({ ...context, trace: span.trace }, () => ended(span, work))
}

async function ended<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work()
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** The `traceparent` of the current work, to pass on. */
export function currentTraceparent(): string | undefined {
  const context = storage.getStore()
  return context && traceparentOf(context.trace)
}

/** Trace header for a call to any system. */
export function traceHeaders(): Record<string, string> {
  const traceparent = currentTraceparent()
  return traceparent === undefined ? {} : { traceparent }
}

/** Trace, request and deadline headers for a call to another service of this system. */
export function contextHeaders(): Record<string, string> {
  const requestId = storage.getStore()?.requestId
  const left = remainingMs()
  return {
    ...traceHeaders(),
    ...(requestId !== undefined && { 'x-request-id': requestId }),
    ...(left !== undefined && { [DEADLINE_HEADER]: String(Math.floor(left)) }),
  }
}

/** Milliseconds until the caller of the current work stops waiting; undefined if it set no deadline. */
export function remainingMs(): number | undefined {
  const at = storage.getStore()?.deadlineAt
  return at === undefined ? undefined : Math.max(0, at - performance.now())
}

/** Time that work needs after a wait, so that its response still arrives before the deadline. */
const WORK_MS = 300

/** How long the current work may wait: until shortly before its deadline, or for a limit if it has none. */
export function timeLeft(limitMs: number): number {
  const left = remainingMs()
  return left === undefined ? limitMs : Math.max(1, left - WORK_MS)
}

/** The ids in every log line. */
export function contextIds(): { requestId?: string | undefined; traceId?: string } {
  const context = storage.getStore()
  return context ? { requestId: context.requestId, traceId: context.trace.traceId } : {}
}
