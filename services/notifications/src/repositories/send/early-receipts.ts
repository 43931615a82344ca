import type { Tx } from '@appointments/postgres'
import type { TextState } from '../../channels/channel.ts'
import type { Notification } from '../../domain/notification.ts'

/** What the provider says of a message, and the number it goes to only as a keyed hash. */
export type KeptReceipt = Omit<TextState, 'to'> & { recipient: string }

/** News of messages that somebody holds; they are heard when the message is given back. */
export const earlyReceipts = {
  keep(
    tx: Tx,
    { id, appointmentId }: Pick<Notification, 'id' | 'appointmentId'>,
    receipt: KeptReceipt,
  ): void {
    tx.write('INSERT INTO early_receipts (notification_id, appointment_id, receipt) VALUES ($1, $2, $3)', [
      id,
      appointmentId,
      JSON.stringify(receipt),
    ])
  },

  /** Takes them out, in the order in which they came. */
  async take(tx: Tx, notificationId: string): Promise<KeptReceipt[]> {
    const { rows } = await tx.query<{ receipt: KeptReceipt }>(
      `WITH taken AS (DELETE FROM early_receipts WHERE notification_id = $1 RETURNING id, receipt)
       SELECT receipt FROM taken ORDER BY id`,
      [notificationId],
    )
    return rows.map(({ receipt }) => receipt)
  },
}
