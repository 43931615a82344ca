// Writes the types of the messages: `npm run messages`.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { typesOfMessages } from './messages.mjs'

writeFileSync(path.join(import.meta.dirname, '../src/text/message-arguments.ts'), typesOfMessages())
