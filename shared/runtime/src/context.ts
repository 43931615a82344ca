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

/** What everything that is done now is part of: a request, an event, a notification. */
interface Context {
  tracer: Tracer
  trace: TraceContext
  requestId: string | undefined
}

const storage = new AsyncLocalStorage<Context>()

/** How something begins that others brought about. */
export interface Entry {
  name: string
  kind: SpanKind
  /** Of whoever brought it about, as it came. */
  traceparent?: string | undefined
  requestId?: string | undefined
  attributes?: SpanAttributes
}

/**
 * Begins something that others brought about. What runs through `run` belongs to it: its log lines carry the ids of
 * its request and its trace. Whoever begins it ends its span.
 */
export function begin(tracer: Tracer, { name, kind, traceparent, requestId, attributes = {} }: Entry) {
  const span = tracer.start(name, { kind, parent: readTraceparent(traceparent), attributes })
  const context: Context = { tracer, trace: span.trace, requestId }
  return { span, run: <Result>(work: () => Result): Result => storage.run(context, work) }
}

/** Does something that others brought about, from its beginning to its end; see {@link begin}. */
export function enter<Result>(tracer: Tracer, entry: Entry, work: () => Promise<Result>): Promise<Result> {
  const { span, run } = begin(tracer, entry)
  return run(() => ended(span, work))
}

/** Does a part of what is going on, to be seen in its trace. */
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

/** The `traceparent` of what is going on now, for whoever is told of it. */
export function currentTraceparent(): string | undefined {
  const context = storage.getStore()
  return context && traceparentOf(context.trace)
}

/** Header that tells anybody what a call is part of. */
export function traceHeaders(): Record<string, string> {
  const traceparent = currentTraceparent()
  return traceparent === undefined ? {} : { traceparent }
}

/** Headers that tell another service of the system what a call is part of. */
export function contextHeaders(): Record<string, string> {
  const requestId = storage.getStore()?.requestId
  return { ...traceHeaders(), ...(requestId !== undefined && { 'x-request-id': requestId }) }
}

/** The ids that stand in every log line. */
export function contextIds(): { requestId?: string | undefined; traceId?: string } {
  const context = storage.getStore()
  return context ? { requestId: context.requestId, traceId: context.trace.traceId } : {}
}
