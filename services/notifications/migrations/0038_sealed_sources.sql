-- Up Migration

ALTER TABLE notifications
  -- Encrypted data of an erased appointment or participant that a message still needs.
  ADD COLUMN sealed_source text,
  -- Until when the data is kept, whatever has happened to the message.
  ADD COLUMN erase_at timestamptz;
CREATE INDEX notifications_to_erase ON notifications (erase_at) WHERE erase_at IS NOT NULL;
