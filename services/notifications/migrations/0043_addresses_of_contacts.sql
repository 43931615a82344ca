-- Up Migration

-- The messages of a customer are found by its addresses. On a large database, create the indexes beforehand with
-- CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS contacts_email ON contacts (lower(customer ->> 'email'));
CREATE INDEX IF NOT EXISTS contacts_phone ON contacts ((customer ->> 'phone'));
