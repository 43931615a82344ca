-- Up Migration

-- `sealed` contains the status and the body.
ALTER TABLE idempotent_requests ALTER COLUMN status DROP NOT NULL;
