import { readQuery } from './query.ts'
import { scanJson } from './scan-json.ts'

/**
 * Reads a request in the same way as the service that receives it, so that both compare requests alike.
 * @param target path and query
 * @returns undefined for a body that the service may reject, or in which numbers lose digits
 */
export function readLikeOwner(target: string, body: Buffer | undefined) {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const query = readQuery(mark < 0 ? undefined : target.slice(mark + 1))
  if (body === undefined || body.length === 0) return { path, query, body: undefined }
  const { isTooDeep, inexact } = scanJson(body)
  if (isTooDeep || inexact.length > 0) return undefined
  try {
    return { path, query, body: JSON.parse(body.toString()) as unknown }
  } catch {
    return undefined
  }
}
