import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { documentsFolder, generatedFiles } from '../src/generated-files.ts'

it.each(Object.entries(generatedFiles()))('docs/api/%s matches the tables', async (name, text) => {
  const kept = await readFile(new URL(name, documentsFolder), 'utf8').catch(() => '')
  // the complete difference would be thousands of lines
  expect(kept === text, 'it is out of date: run `npm run documents`').toBe(true)
})
