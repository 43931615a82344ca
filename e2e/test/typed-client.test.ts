import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSystem, tokenFor, type System } from '../src/system.ts'

const execute = promisify(execFile)
const OPTIONS = '--ignoreConfig --strict --target es2022 --module nodenext --skipLibCheck --types node'.split(
  ' ',
)

const at = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

let system: System
let folder: string
beforeAll(async () => {
  system = await startSystem()
  // beside the programs, so that they find the packages they import
  folder = await mkdtemp(at('../typed-client/generated-'))
})
afterAll(async () => {
  await system.close()
  await rm(folder, { recursive: true })
})

/** Generates the types of a document, compiles the program with them, and runs it. */
async function compiledAndRun(version: 'v1' | 'v2'): Promise<unknown> {
  const document: unknown = JSON.parse(await readFile(at(`../../docs/api/openapi-${version}.json`), 'utf8'))
  await writeFile(
    path.join(folder, 'schema.d.ts'),
    astToString(await openapiTS(document as Parameters<typeof openapiTS>[0])),
  )
  const program = path.join(folder, `program-${version}.ts`)
  await copyFile(at(`../typed-client/program-${version}.ts`), program)
  // a process of its own: the system in this one goes on answering meanwhile
  await execute(process.execPath, [at('../../node_modules/typescript/bin/tsc'), program, ...OPTIONS])
  const { run } = (await import(pathToFileURL(program.replace(/\.ts$/, '.js')).href)) as {
    run: (baseUrl: string, tokens: Record<string, string>) => Promise<unknown>
  }
  return run(system.gatewayUrl, {
    agent: tokenFor('ROLE_AGENT', { userId: 'agent-7' }),
    machine: tokenFor('ROLE_CLIENT_SERVICE'),
  })
}

it('a client generated from the document of v2 compiles and drives an appointment to its end [9.1]', async () => {
  expect(await compiledAndRun('v2')).toEqual(['SCHEDULED', 'ACTIVATED', 2, 'ACCEPTED', 'CANCELLED'])
}, 60_000)

it('a client generated from the document of v1 compiles and drives an appointment to its end [9.1, 9.2]', async () => {
  expect(await compiledAndRun('v1')).toEqual([true, '2027-01-11T09:00:00Z', 2, 204])
}, 60_000)
