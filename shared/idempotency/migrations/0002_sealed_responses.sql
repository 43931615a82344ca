-- Up Migration

-- Responses hold contact data and links, so they are kept sealed. Beside a sealed one, `status` and `body` tell an older
-- release, which cannot open it, to have the request repeated later.
ALTER TABLE idempotent_requests ADD COLUMN sealed bytea;
