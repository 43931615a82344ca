import { mkdir, writeFile } from 'node:fs/promises'
import { documentsFolder, generatedFiles } from './generated-files.ts'

/* `npm run documents` writes the documents in the repository. */

await mkdir(documentsFolder, { recursive: true })
for (const [name, text] of Object.entries(generatedFiles())) {
  await writeFile(new URL(name, documentsFolder), text)
  console.log(`docs/api/${name}`)
}
