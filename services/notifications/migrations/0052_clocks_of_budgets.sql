-- Up Migration

-- When the last turn was taken, by the clock of the replica that took it. It shows whether that clock was fast.
ALTER TABLE send_budgets ADD COLUMN taken_at timestamptz;
