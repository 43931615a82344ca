import { bodyOf, listenOnLoopback, sendJson } from './loopback-http.ts'
import type { LoopbackHttp } from './loopback-http.ts'

/** Commands for a fake in a separate process, by method and path such as `GET /messages`. */
export type Commands = Record<string, (body: unknown) => unknown>

/** Starts the HTTP server that controls a fake in a separate process; bodies are JSON. */
export function startControl(commands: Commands): Promise<LoopbackHttp> {
  return listenOnLoopback(async (request, response) => {
    const command = commands[`${request.method} ${request.url}`]
    const body = await bodyOf(request)
    if (command === undefined) sendJson(response, 404, { commands: Object.keys(commands) })
    else sendJson(response, 200, (await command(body === '' ? undefined : JSON.parse(body))) ?? {})
  })
}
