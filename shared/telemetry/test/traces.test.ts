import { afterAll, beforeAll, expect, it } from 'vitest'
import { enter, inSpan, silentLog, silentTracer } from '@appointments/runtime'
import { startTraceCollector, type TraceCollector } from '@appointments/testing'
import { openTelemetry } from '../src/index.ts'

let collector: TraceCollector
beforeAll(async () => {
  collector = await startTraceCollector()
})
afterAll(() => collector.stop())

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'

it('sends spans with their parents to a collector, the last ones when it stops', async () => {
  const telemetry = await openTelemetry(
    'tests',
    { HOST: '127.0.0.1', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    silentLog,
  )
  const traceparent = `00-${TRACE_ID}-00f067aa0ba902b7-01`
  const failing = enter(telemetry.tracer, { name: 'outer', kind: 'server', traceparent }, () =>
    inSpan('inner', { kind: 'client', attributes: { size: 3 } }, () =>
      Promise.reject(new TypeError('with a secret in it')),
    ),
  )
  await expect(failing).rejects.toThrow('with a secret')
  await telemetry.stop()
  const [outer, inner] = ['outer', 'inner'].map((name) =>
    collector.spans().find((span) => span.name === name),
  )
  expect(outer).toMatchObject({
    traceId: TRACE_ID,
    parentSpanId: '00f067aa0ba902b7',
    service: 'tests',
    isError: true,
  })
  expect(inner).toMatchObject({ traceId: TRACE_ID, parentSpanId: outer?.spanId, attributes: { size: 3 } })
  expect(JSON.stringify(collector.spans())).not.toContain('secret')
})

it('starts a trace if the request has none', async () => {
  const { tracer, stop } = await openTelemetry(
    'tests',
    { HOST: '127.0.0.1', OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` },
    silentLog,
  )
  await enter(tracer, { name: 'first', kind: 'server' }, () => Promise.resolve())
  await stop()
  expect(collector.spans().find(({ name }) => name === 'first')?.parentSpanId).toBeUndefined()
})

it('records nothing and does not fail if no collector is configured or reachable', async () => {
  const silent = await openTelemetry('tests', { HOST: '127.0.0.1' }, silentLog)
  expect(silent.tracer).toBe(silentTracer)
  const { tracer, stop } = await openTelemetry(
    'tests',
    { HOST: '127.0.0.1', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
    silentLog,
  )
  await expect(enter(tracer, { name: 'x', kind: 'server' }, () => Promise.resolve(7))).resolves.toBe(7)
  await stop()
})
