-- Up Migration

-- Responses contain contact data and links, so they are stored encrypted. An older release cannot decrypt them;
-- `status` and `body` make it ask the client to retry later.
ALTER TABLE idempotent_requests ADD COLUMN sealed bytea;
