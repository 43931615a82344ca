import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@appointments/testing/free-port'

const PROGRAM = `
  const express = (await import('express')).default
  const [json, port] = process.argv.slice(1)
  const body = JSON.parse(json)
  const app = express()
  app.get('/:id', (request, response) => response.json(body))
  app.listen(Number(port), '127.0.0.1', () => console.log('ready'))`

/** An Express route in a separate process that only responds with the given JSON. */
export async function bareExpress(json: string): Promise<{ url: string; stop: () => void }> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, json, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}
