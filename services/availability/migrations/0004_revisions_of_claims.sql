-- Up Migration

-- Orders the changes of claims within one version of their holder.
ALTER TABLE claim_holders ADD COLUMN revision integer NOT NULL DEFAULT 0;
