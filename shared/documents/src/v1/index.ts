import { v1 as api } from '@appointments/contracts/v1'
import type { DescribedVersion } from '../described-version.ts'
import { v1Examples } from './examples.ts'
import { v1Texts } from './texts.ts'

export const v1: DescribedVersion = {
  apis: [api],
  opening:
    'The first version, unchanged for existing integrations. New integrations should use v2, which includes all its features and more.',
  texts: v1Texts,
  examples: v1Examples,
  hasWebhooks: false,
}
