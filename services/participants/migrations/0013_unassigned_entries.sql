-- Up Migration

-- Few appointments have no agent, but they may be anywhere among the others. On a large database, create the indexes
-- beforehand with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS search_entries_unassigned_of_application
  ON search_entries (application_id, start_at, appointment_id) WHERE NOT has_agent;
CREATE INDEX IF NOT EXISTS search_entries_unassigned_of_organization
  ON search_entries (organization_id, start_at, appointment_id) WHERE NOT has_agent;
