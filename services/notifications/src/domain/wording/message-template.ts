import type { TemplateWords } from '@appointments/contracts'

/** Words of an application, as far as a message goes. */
export interface CustomTemplate {
  key: string
  version: number
  contentHash: string
  /** By language, a canonical BCP 47 tag. */
  locales: Readonly<Record<string, TemplateWords>>
}

/** Words of an application, as they are stored. */
export interface MessageTemplate extends CustomTemplate {
  applicationId: string
  createdAt: Date
  updatedAt: Date
}
