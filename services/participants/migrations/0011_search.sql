-- Up Migration

-- The searchable fields of appointments, one row for each. The transaction that changes an appointment also updates its
-- row.
CREATE TABLE search_entries (
  appointment_id  text PRIMARY KEY,
  organization_id text,
  application_id  text NOT NULL,
  start_at        timestamptz NOT NULL,
  changed_at      timestamptz NOT NULL,
  state           text NOT NULL,
  outcome         text,
  queue_id        text,
  service_type_id text,
  has_agent       boolean NOT NULL,
  -- words of the title and the id
  words           tsvector NOT NULL,
  -- words of the customers' names and e-mail addresses, and the addresses as a whole
  customer_words  tsvector NOT NULL
);
CREATE INDEX search_entries_of_application ON search_entries (application_id, start_at, appointment_id);
CREATE INDEX search_entries_of_organization ON search_entries (organization_id, start_at, appointment_id);
CREATE INDEX search_entries_by_start ON search_entries (start_at, appointment_id);
CREATE INDEX search_entries_by_change ON search_entries (changed_at, appointment_id);
CREATE INDEX search_entries_by_word ON search_entries USING gin ((words || customer_words));
-- Few appointments have no agent, but they may be anywhere among the others.
CREATE INDEX search_entries_unassigned_of_application
  ON search_entries (application_id, start_at, appointment_id) WHERE NOT has_agent;
CREATE INDEX search_entries_unassigned_of_organization
  ON search_entries (organization_id, start_at, appointment_id) WHERE NOT has_agent;

-- The agents of an appointment, so that a search for agents reads only their appointments.
CREATE TABLE search_agents (
  appointment_id text NOT NULL,
  agent_id       text NOT NULL,
  start_at       timestamptz NOT NULL,
  PRIMARY KEY (appointment_id, agent_id)
);
CREATE INDEX search_agents_of_agent ON search_agents (agent_id, start_at, appointment_id);

-- Appointments whose entry is missing or outdated; a background loop rebuilds it.
CREATE TABLE search_pending (appointment_id text PRIMARY KEY);

-- The version of the appointment whose entry has been stored. A release without the search does not change it.
ALTER TABLE appointments ADD COLUMN search_version integer;

-- If a release without the search writes an appointment, the appointment is queued for indexing; if it removes one, the
-- entry is deleted.
CREATE FUNCTION note_unsearchable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.appointment IS NULL THEN
    DELETE FROM search_entries WHERE appointment_id = NEW.id;
    DELETE FROM search_agents WHERE appointment_id = NEW.id;
    DELETE FROM search_pending WHERE appointment_id = NEW.id;
  ELSE
    INSERT INTO search_pending (appointment_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_unsearchable AFTER INSERT OR UPDATE OF appointment, roster ON appointments FOR EACH ROW
  WHEN (NEW.search_version IS DISTINCT FROM (NEW.appointment ->> 'version')::integer + (NEW.roster ->> 'version')::integer
    OR NEW.appointment IS NULL)
  EXECUTE FUNCTION note_unsearchable();
