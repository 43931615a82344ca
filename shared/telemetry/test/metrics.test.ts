import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLog } from '@appointments/runtime'
import {
  counter,
  createCircuitWatch,
  createPrometheusMetrics,
  gauge,
  histogram,
  openTelemetry,
  silentMetrics,
  type Telemetry,
} from '../src/index.ts'
import { serveMetrics } from '../src/serve-metrics.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

const asked = counter('asked_total', 'Questions.', ['who'])
const waiting = { depth: gauge('waiting', 'Waiting.'), age: gauge('waiting_seconds', 'For how long.') }

describe('metrics in the format of Prometheus', () => {
  it('carry their service, kind, help and labels, and include those of the process', async () => {
    const metrics = await createPrometheusMetrics('tests')
    metrics.counter(asked).count({ who: 'a' }, 2)
    // equal declarations share one metric
    metrics.counter(asked).count({ who: 'a' })
    metrics.histogram(histogram('took_seconds', 'Time.', [0.1, 1], ['how'])).observe({ how: 'fast' }, 0.5)
    const text = await metrics.text()
    expect(text).toContain('# HELP asked_total Questions.\n# TYPE asked_total counter')
    expect(text).toContain('asked_total{who="a",service="tests"} 3')
    expect(text).toMatch(/took_seconds_bucket\{le="1",service="tests",how="fast"\} 1/)
    expect(text).toContain('process_resident_memory_bytes')
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })

  it('are read at every scrape', async () => {
    const metrics = await createPrometheusMetrics('tests')
    let depth = 1
    metrics.read(waiting, () => ({ depth: depth++, age: 2.5 }))
    expect(await metrics.text()).toMatch(
      /waiting\{service="tests"\} 1\n[^]*waiting_seconds\{service="tests"\} 2.5/,
    )
    expect(await metrics.text()).toContain('waiting{service="tests"} 2')
  })

  it('omit a reading that fails, and count the failure', async () => {
    const metrics = await createPrometheusMetrics('tests')
    let isDown = false
    metrics.read(waiting, () => (isDown ? Promise.reject(new Error('down')) : { depth: 1, age: 2 }))
    expect(await metrics.text()).toContain('waiting{service="tests"} 1')
    isDown = true
    const text = await metrics.text()
    expect(text).not.toMatch(/^waiting/m)
    expect(text).toContain('telemetry_failed_readings{service="tests"} 1')
  })

  it('do not wait for a reading that hangs, and start it only once', async () => {
    const metrics = await createPrometheusMetrics('tests')
    let readings = 0
    metrics.read(waiting, () => {
      readings += 1
      return new Promise(() => undefined)
    })
    const texts = await Promise.all([metrics.text(), metrics.text()])
    expect(texts[0]).toContain('telemetry_failed_readings{service="tests"} 1')
    expect(readings).toBe(1)
  })
})

describe('the port of the metrics', () => {
  it('serves them and nothing else, and is free again after stopping', async () => {
    const metrics = await createPrometheusMetrics('tests')
    const served = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' })
    const response = await fetch(served.url)
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(await response.text()).toContain('process_cpu_seconds_total')
    expect((await fetch(new URL('/', served.url))).status).toBe(404)
    await served.stop()
    await expect(fetch(served.url)).rejects.toThrow()
  })

  it('is rejected if it is already in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    stops.push(() => new Promise((resolve) => void other.close(() => resolve())))
    const { port } = other.address() as { port: number }
    const opening = openTelemetry('tests', { HOST: '127.0.0.1', METRICS_PORT: port }, silentLog)
    await expect(opening).rejects.toThrow(/^METRICS_PORT \d+ is in use; set METRICS_PORT to a free port$/)
  })

  it('is not opened unless it is configured, and then nothing is measured', async () => {
    const telemetry: Telemetry & { stop: () => Promise<void> } = await openTelemetry(
      'tests',
      { HOST: '127.0.0.1' },
      silentLog,
    )
    expect(telemetry.metrics).toBe(silentMetrics)
    telemetry.metrics.counter(asked).count({ who: 'a' })
    await telemetry.stop()
  })
})

describe('circuits', () => {
  it('are counted while they are open, each once', async () => {
    const { default: CircuitBreaker } = await import('opossum')
    const metrics = await createPrometheusMetrics('tests')
    const watch = createCircuitWatch(metrics)
    const open = async () =>
      /circuit_breakers_open\{name="x",service="tests"\} (\d)/.exec(await metrics.text())?.[1]
    let works = false
    const breaker = () => {
      const made = new CircuitBreaker(() => (works ? Promise.resolve() : Promise.reject(new Error('down'))), {
        resetTimeout: 20,
        volumeThreshold: 1,
      })
      watch('x', made)
      return made
    }
    const [first, second] = [breaker(), breaker()]
    const untilHalfOpen = () => expect.poll(() => first.halfOpen, { interval: 5 }).toBe(true)
    expect(await open()).toBe('0')
    for (const one of [first, second]) await one.fire().catch(() => undefined)
    expect(await open()).toBe('2')
    // a failed attempt leaves the circuit open
    await untilHalfOpen()
    await first.fire().catch(() => undefined)
    expect(await open()).toBe('2')
    works = true
    await untilHalfOpen()
    await first.fire()
    expect(await open()).toBe('1')
    second.shutdown()
    expect(await open()).toBe('0')
    first.shutdown()
  })
})
