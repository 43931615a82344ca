import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { documentsFolder, generatedFiles } from '../src/generated-files.ts'

it.each(Object.entries(generatedFiles()))('docs/api/%s is what the tables say', async (name, text) => {
  const kept = await readFile(new URL(name, documentsFolder), 'utf8').catch(() => '')
  // the whole difference would be thousands of lines
  expect(kept === text, 'it is out of date: run `npm run documents`').toBe(true)
})
