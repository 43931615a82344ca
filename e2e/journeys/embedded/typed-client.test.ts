import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { daysAhead } from '@appointments/testing'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServices, type Services } from '../../src/start-services.ts'
import { tokenFor } from '../../src/tokens.ts'

const execute = promisify(execFile)
const OPTIONS = '--ignoreConfig --strict --target es2022 --module nodenext --skipLibCheck --types node'.split(
  ' ',
)

const LATER = daysAhead(51)
const at = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

let system: Services
let folder: string
beforeAll(async () => {
  system = await startServices()
  // next to the programs, so that their imports resolve
  folder = await mkdtemp(at('../typed-client/generated-'))
})
afterAll(async () => {
  await system.close()
  await rm(folder, { recursive: true })
})

/** Writes the types generated from an API document next to the programs. */
async function generateTypes(version: 'v1' | 'v2'): Promise<void> {
  const document: unknown = JSON.parse(
    await readFile(at(`../../../docs/api/openapi-${version}.json`), 'utf8'),
  )
  await writeFile(
    path.join(folder, 'schema.d.ts'),
    astToString(await openapiTS(document as Parameters<typeof openapiTS>[0])),
  )
}

/** Compiles files of the folder; rejects with the output of the compiler. */
const compile = (...files: string[]) =>
  execute(process.execPath, [at('../../../node_modules/@typescript/native/bin/tsc'), ...files, ...OPTIONS])

/** Generates the types of a document, compiles the program with them, and runs it. */
async function compiledAndRun(version: 'v1' | 'v2'): Promise<unknown> {
  await generateTypes(version)
  const program = path.join(folder, `program-${version}.ts`)
  await copyFile(at(`../typed-client/program-${version}.ts`), program)
  // a separate process, because the system in this one must keep responding
  await compile(program)
  const { run } = (await import(pathToFileURL(program.replace(/\.ts$/, '.js')).href)) as {
    run: (baseUrl: string, given: Record<string, string>) => Promise<unknown>
  }
  return run(system.gatewayUrl, {
    agent: tokenFor('ROLE_AGENT', { userId: 'agent-7' }),
    machine: tokenFor('ROLE_CLIENT_SERVICE'),
    start: daysAhead(50),
    later: LATER,
  })
}

it('a client generated from the document of v2 compiles and drives an appointment to its end [9.1]', async () => {
  expect(await compiledAndRun('v2')).toEqual(['SCHEDULED', 'ACTIVATED', 2, 'ACCEPTED', 'CANCELLED'])
})

it('a client generated from the document of v1 compiles and drives an appointment to its end [9.1, 9.2]', async () => {
  expect(await compiledAndRun('v1')).toEqual([true, LATER, 2, 204])
})

describe('the types generated from the document of v2 [H10.2]', () => {
  const mistakes: [name: string, right: string, wrong: string][] = [
    ['a notification type that is misspelled', 'CREATE:', 'CREAET:'],
    ['an error code that is misspelled', "case 'SLOT_TAKEN'", "case 'SLOT_TAEKN'"],
    ['an error code of another operation', "case 'SLOT_TAKEN'", "case 'AGENT_ALREADY_PARTICIPANT'"],
    ['an event name that is misspelled', "['appointment.created']", "['appointment.craeted']"],
    ['a field that a webhook of another type has', 'event.data.endpointId', 'event.data.appointment.id'],
  ]
  let uses: string
  let faulty: Set<string>
  beforeAll(async () => {
    await generateTypes('v2')
    uses = await readFile(at('../typed-client/uses-v2.ts'), 'utf8')
    const files = [uses, ...mistakes.map(([, right, wrong]) => uses.replace(right, wrong))]
    for (const [number, text] of files.entries())
      await writeFile(path.join(folder, `uses-${number}.ts`), text)
    const printed = await compile(...files.map((_, number) => path.join(folder, `uses-${number}.ts`))).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    )
    faulty = new Set([...printed.matchAll(/uses-(\d+)\.ts\(.*error TS/g)].map(([, number = '']) => number))
  })

  it('accept required fields alone, a switch over error codes, and a webhook narrowed by its type', () => {
    expect(faulty).not.toContain('0')
  })

  it.each(mistakes.map(([name, right], at) => [name, right, String(at + 1)]))(
    'reject %s',
    (_, right, number) => {
      expect(uses).toContain(right)
      expect(faulty).toContain(number)
    },
  )
})
