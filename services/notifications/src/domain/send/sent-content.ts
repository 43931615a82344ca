/** The content of a sent message as agents may see it: without the codes and links that only its recipient may use. */
export interface SentContent {
  subject?: string
  text: string
  html?: string
  encoding?: 'GSM-7' | 'UCS-2'
  segments?: number
  /** Headers of a webhook. */
  headers?: Record<string, string>
}
