/** A request to the API of the local system. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Response>

/** @throws Error if the response is not a success */
export async function expectOk(request: Promise<Response>): Promise<Response> {
  const response = await request
  if (!response.ok) throw new Error(`creating the demo failed: ${response.status} ${await response.text()}`)
  return response
}
