-- Up Migration

-- An event that cannot be applied becomes a dead letter only after its last retry. So the dead letters with the contact
-- data of a removed customer are deleted at once, and again when no retry of an earlier event can be left. The previous
-- release leaves both columns out, and deletes once.
ALTER TABLE removed_customers ADD COLUMN purge_at timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN is_last boolean NOT NULL DEFAULT false;
