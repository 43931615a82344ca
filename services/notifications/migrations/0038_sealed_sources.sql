-- Up Migration

ALTER TABLE notifications
  -- What a message still needs of an appointment or a participant that was erased, encrypted.
  ADD COLUMN sealed_source text,
  -- Until when, whatever has become of the message.
  ADD COLUMN erase_at timestamptz;
CREATE INDEX notifications_to_erase ON notifications (erase_at) WHERE erase_at IS NOT NULL;
