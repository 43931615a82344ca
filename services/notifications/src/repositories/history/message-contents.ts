import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Sql, Tx } from '@appointments/postgres'
import type { SentContent } from '../../domain/send/sent-content.ts'

/** Takes less than half the time of the default level, for a tenth more space. */
const LEVEL = 3

export const packed = (content: SentContent): Buffer =>
  deflateRawSync(JSON.stringify(content), { level: LEVEL })
const unpacked = (content: Buffer): SentContent =>
  JSON.parse(inflateRawSync(content).toString()) as SentContent

/** The insert of the content that a query selects: id of the notification, id of the appointment, content and time. */
export const contentInsert = (query: string) =>
  `INSERT INTO message_contents (notification_id, appointment_id, content, sent_at) ${query}
   ON CONFLICT (notification_id) DO UPDATE SET content = excluded.content, sent_at = excluded.sent_at`

/** The content that was sent last under the id of each notification. */
export const messageContents = {
  /** Stores a content, unless the notification or its content has been deleted meanwhile. */
  keep(
    tx: Tx,
    { id, appointmentId }: { id: string; appointmentId: string },
    content: SentContent,
    now: Date,
  ): void {
    tx.write(
      contentInsert(
        'SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT FROM notifications WHERE id = $1 AND has_content)',
      ),
      [id, appointmentId, packed(content), now],
    )
  },

  async find(sql: Sql, id: string): Promise<{ content: SentContent; sentAt: Date } | undefined> {
    const { rows } = await sql.query<{ content: Buffer; sentAt: Date }>(
      'SELECT content, sent_at AS "sentAt" FROM message_contents WHERE notification_id = $1',
      [id],
    )
    return rows[0] && { content: unpacked(rows[0].content), sentAt: rows[0].sentAt }
  },
}
