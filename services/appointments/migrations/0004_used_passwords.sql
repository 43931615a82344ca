-- Up Migration

-- One-time passwords that have booked. The proof that none of them books twice, whatever the key-value store of the
-- gateway forgets or restores.
CREATE TABLE used_passwords (
  -- hash of the verification id
  id_hash text PRIMARY KEY,
  used_at timestamptz NOT NULL
);
CREATE INDEX used_passwords_age ON used_passwords (used_at);
