import { v1 as api } from '@appointments/contracts/v1'
import type { DescribedVersion } from '../described-version.ts'
import { v1Examples } from './examples.ts'
import { v1Texts } from './texts.ts'

export const v1: DescribedVersion = {
  apis: [api],
  opening:
    'The first version, kept as it is for integrations that rely on it. New ones take v2, which can do everything this one can and more.',
  texts: v1Texts,
  examples: v1Examples,
  hasWebhooks: false,
}
