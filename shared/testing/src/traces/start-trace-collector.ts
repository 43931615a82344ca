import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as the collector received it. */
export interface CollectedSpan {
  service: string
  name: string
  /** `SERVER`, `CLIENT`, … as OTLP numbers them. */
  kind: number
  traceId: string
  spanId: string
  /** Absent for the root span of a trace. */
  parentSpanId?: string
  isError: boolean
  attributes: Record<string, unknown>
}

interface AttributeValue {
  stringValue?: string
  intValue?: number
  boolValue?: boolean
  doubleValue?: number
}
type Attributes = { key: string; value: AttributeValue }[]

/** The parts of an OTLP/HTTP request in JSON that the collector reads. */
interface Sent {
  resourceSpans: {
    resource: { attributes: Attributes }
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'isError' | 'service' | 'attributes'> & {
        attributes: Attributes
        status?: { code?: number }
      })[]
    }[]
  }[]
}

const ERROR = 2

/** A fake of an OpenTelemetry collector that receives traces over OTLP/HTTP as JSON. */
export async function startTraceCollector() {
  const spans: CollectedSpan[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url !== '/v1/traces' || !request.headers['content-type']?.includes('json')) {
        response.writeHead(404).end()
        return
      }
      spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString()) as Sent))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** All spans received so far. */
    spans: (): CollectedSpan[] => [...spans],
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type TraceCollector = Awaited<ReturnType<typeof startTraceCollector>>

const spansOf = ({ resourceSpans }: Sent): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, parentSpanId, ...span }) => ({
        ...span,
        ...(parentSpanId && { parentSpanId }),
        service: String(read(resource.attributes)['service.name']),
        isError: status?.code === ERROR,
        attributes: read(attributes),
      })),
    ),
  )

const read = (attributes: Attributes): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as unknown]))
