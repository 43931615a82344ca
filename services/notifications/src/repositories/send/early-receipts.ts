import type { Tx } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import type { TextState } from '../../domain/send/sms-outcome.ts'

/** A provider's status report; the recipient's number only as a keyed hash. */
export type KeptReceipt = Omit<TextState, 'to'> & { recipient: string }

/** Reports about messages in flight; they are applied when the claim is released. */
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

  /** Removes and returns the reports in order of arrival. */
  async take(tx: Tx, notificationId: string): Promise<KeptReceipt[]> {
    const { rows } = await tx.query<{ receipt: KeptReceipt }>(
      `WITH taken AS (DELETE FROM early_receipts WHERE notification_id = $1 RETURNING id, receipt)
       SELECT receipt FROM taken ORDER BY id`,
      [notificationId],
    )
    return rows.map(({ receipt }) => receipt)
  },
}
