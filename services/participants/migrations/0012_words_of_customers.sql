-- Up Migration

-- The words under which a customer is found; null until the background loop has filled them in.
ALTER TABLE customers ADD COLUMN search_words text[];
