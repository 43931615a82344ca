-- Up Migration

-- Appointments without an agent are few, but may be anywhere among all others. On a database that has grown, the indexes are
-- made beforehand, with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS search_entries_unassigned_of_application
  ON search_entries (application_id, start_at, appointment_id) WHERE NOT has_agent;
CREATE INDEX IF NOT EXISTS search_entries_unassigned_of_organization
  ON search_entries (organization_id, start_at, appointment_id) WHERE NOT has_agent;
