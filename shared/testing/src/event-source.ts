/** An event as it appears in the text of a stream. */
export interface ReceivedEvent {
  id?: string
  event?: string
  data?: unknown
}

/** A stream of server-sent events that a test reads. */
export interface OpenedStream {
  status: number
  headers: Headers
  /** The body of a response that is not a stream. */
  problem?: { code: string }
  /** The next event with data; undefined if the stream has ended. */
  next: () => Promise<ReceivedEvent | undefined>
  /** The id of the last event, with data or without. */
  lastId: () => string | undefined
  close: () => void
}

/** Opens a stream of server-sent events. */
export async function openEventSource(url: string, headers: Record<string, string>): Promise<OpenedStream> {
  const controller = new AbortController()
  const response = await fetch(url, { headers, signal: controller.signal })
  const opened = { status: response.status, headers: response.headers, close: () => controller.abort() }
  if (response.status !== 200 || !response.body)
    return {
      ...opened,
      problem: (await response.json()) as { code: string },
      next: () => Promise.resolve(undefined),
      lastId: () => undefined,
    }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let lastId: string | undefined
  const next = async (): Promise<ReceivedEvent | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
        if (done || value === undefined) return undefined
        text += value
        continue
      }
      const event = eventIn(text.slice(0, end))
      text = text.slice(end + 2)
      if (event.id !== undefined) lastId = event.id
      if (event.data !== undefined) return event
    }
  }
  return { ...opened, next, lastId: () => lastId }
}

function eventIn(block: string): ReceivedEvent {
  const fields = block.split('\n').map((line) => {
    const colon = line.indexOf(': ')
    return [line.slice(0, colon), line.slice(colon + 2)]
  })
  const { id, event, data } = Object.fromEntries(fields) as Record<string, string>
  return {
    ...(id !== undefined && { id }),
    ...(event !== undefined && { event }),
    ...(data !== undefined && { data: JSON.parse(data) as unknown }),
  }
}
