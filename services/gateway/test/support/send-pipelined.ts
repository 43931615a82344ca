import { openConnection, type RawResponse } from '@appointments/testing'

interface PipelinedRequest {
  path: string
  headers?: Record<string, string>
}

/** Pipelines requests in a single write on one connection, so that they arrive in the same turn of the event loop. */
export async function sendPipelined(
  url: string,
  token: string,
  requests: readonly PipelinedRequest[],
): Promise<RawResponse[]> {
  const written = requests.map(({ path, headers = {} }, place) => {
    const lines = { host: 'gateway', authorization: `Bearer ${token}`, ...headers }
    const isLast = place === requests.length - 1
    const all = Object.entries({ ...lines, ...(isLast && { connection: 'close' }) })
    return `GET ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  })
  const connection = await openConnection(url)
  connection.write(written.join(''))
  const responses: RawResponse[] = []
  for (let next = await connection.response(); next; next = await connection.response()) responses.push(next)
  connection.destroy()
  return responses
}
