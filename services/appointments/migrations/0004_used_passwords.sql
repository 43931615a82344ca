-- Up Migration

-- One-time passwords that have booked. They ensure that no password books twice, even if the key-value store of the
-- gateway loses data or is restored.
CREATE TABLE used_passwords (
  -- hash of the verification id
  id_hash text PRIMARY KEY,
  used_at timestamptz NOT NULL
);
CREATE INDEX used_passwords_age ON used_passwords (used_at);
