import { v2 as api, v2Administration } from '@appointments/contracts'
import type { DescribedVersion } from '../described-version.ts'
import { v2AdministrationExamples, v2Examples } from './examples.ts'
import { v2Texts } from './texts.ts'

export const v2: DescribedVersion = {
  apis: [api, v2Administration],
  opening:
    'The current version: it has all operations, including search, changes, availability, settings and webhooks.',
  texts: v2Texts,
  examples: { ...v2Examples, ...v2AdministrationExamples },
  hasWebhooks: true,
}
