import type { TemplateWords } from '@appointments/contracts'

/** An application's custom texts, as messages use them. */
export interface CustomTemplate {
  key: string
  version: number
  contentHash: string
  /** By canonical BCP 47 language tag. */
  locales: Readonly<Record<string, TemplateWords>>
}

/** An application's custom texts, as stored. */
export interface MessageTemplate extends CustomTemplate {
  applicationId: string
  createdAt: Date
  updatedAt: Date
}
