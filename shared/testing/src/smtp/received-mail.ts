import PostalMime from 'postal-mime'

/** A part of a mail other than its text and its HTML. */
export interface ReceivedAttachment {
  filename: string | null
  mimeType: string
  disposition: string | null
  /** the METHOD of a calendar part */
  method?: string
  contentId?: string
  /** decoded text, with \n or \r\n as the transfer encoding left them; base64 for other types */
  content: string
  encoding: 'utf8' | 'base64'
}

/** A mail as the server received it. */
export interface ReceivedMail {
  /** sender and recipients of the envelope, which may differ from the headers */
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  /** by lower-case name; repeated headers are joined with commas */
  headers: Record<string, string>
  /** attachments, and the calendar alternative of an invitation */
  attachments: ReceivedAttachment[]
  raw: string
  /** ISO 8601 */
  receivedAt: string
}

/** Parses a message; `raw` is its bytes decoded as UTF-8. */
export async function readMail(
  envelope: { from: string; to: string[] },
  message: Buffer,
): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(message)
  const headers: Record<string, string> = {}
  for (const { key, value } of mail.headers)
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`
  return {
    ...envelope,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers,
    attachments: mail.attachments.map(({ filename, mimeType, disposition, method, contentId, content }) => ({
      filename,
      mimeType,
      disposition,
      ...(method !== undefined && { method }),
      ...(contentId !== undefined && { contentId }),
      ...readContent(mimeType, content),
    })),
    raw: message.toString('utf8'),
    receivedAt: new Date().toISOString(),
  }
}

function readContent(mimeType: string, content: ArrayBuffer | Uint8Array | string) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array)
  const encoding = mimeType.startsWith('text/') ? ('utf8' as const) : ('base64' as const)
  return { content: bytes.toString(encoding), encoding }
}
