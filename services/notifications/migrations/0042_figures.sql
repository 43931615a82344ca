-- Up Migration

-- Statistics of messages by day, in the time zone of their application. If a change concerns a day, its rows are
-- computed again from the records.
CREATE TABLE notification_figures (
  application_id text NOT NULL,
  day            date NOT NULL,
  channel        text NOT NULL,
  type           text NOT NULL,
  -- true: all messages; false: messages of appointments with exactly these agents, in this order
  is_total       boolean NOT NULL,
  agent_ids      text[] NOT NULL,
  created        integer NOT NULL,
  delivered      integer NOT NULL,
  failed         integer NOT NULL,
  cancelled      integer NOT NULL,
  -- number of delivered messages for each delivery time in seconds; counts can be added up across rows
  seconds        jsonb NOT NULL,
  PRIMARY KEY (application_id, day, is_total, channel, type, agent_ids)
);

-- Days whose figures have to be computed.
CREATE TABLE notification_figure_days (
  application_id text NOT NULL,
  day            date NOT NULL,
  PRIMARY KEY (application_id, day)
);

-- The times at which changed records count, stored in the transaction of the change. The table has no key, so that
-- writers do not wait for each other.
CREATE TABLE notification_figure_changes (
  application_id text NOT NULL,
  at             timestamptz NOT NULL
);

-- A single row: the time up to which all figures are computed.
CREATE TABLE notification_figure_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  as_of    timestamptz
);
INSERT INTO notification_figure_state DEFAULT VALUES;

-- These are triggers, because records change in many places, and a release without figures may run at the same time.
CREATE FUNCTION note_figure() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    changed notifications := coalesce(new, old);
  BEGIN
    INSERT INTO notification_figure_changes (application_id, at)
    VALUES (changed.application_id, coalesce(changed.scheduled_for, changed.created_at));
    RETURN NULL;
  END $$;
CREATE TRIGGER note_figure_of_new AFTER INSERT OR DELETE ON notifications FOR EACH ROW EXECUTE FUNCTION note_figure();
CREATE TRIGGER note_figure_of_changed AFTER UPDATE OF status, updated_at ON notifications FOR EACH ROW
  WHEN (new.status IN ('DELIVERED', 'FAILED', 'CANCELLED') AND (old.status, old.updated_at) <> (new.status, new.updated_at)
    OR old.status IN ('DELIVERED', 'FAILED', 'CANCELLED') AND old.status <> new.status)
  EXECUTE FUNCTION note_figure();

CREATE FUNCTION note_figures_of_agents() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO notification_figure_changes (application_id, at)
    SELECT application_id, coalesce(scheduled_for, created_at) FROM notifications WHERE appointment_id = old.id;
    RETURN NULL;
  END $$;
CREATE TRIGGER note_figures_of_agents AFTER DELETE ON appointments FOR EACH ROW EXECUTE FUNCTION note_figures_of_agents();
CREATE TRIGGER note_figures_of_other_agents AFTER UPDATE OF roster ON appointments FOR EACH ROW
  WHEN (old.roster -> 'organizerId' IS DISTINCT FROM new.roster -> 'organizerId'
    OR jsonb_path_query_array(old.roster, '$.participants[*] ? (@.type == "AGENT").id')
      <> jsonb_path_query_array(new.roster, '$.participants[*] ? (@.type == "AGENT").id'))
  EXECUTE FUNCTION note_figures_of_agents();

-- If the time zone of an application changes, all its days become due, and the days next to them.
CREATE FUNCTION note_figures_of_zone() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- the days of an unknown application were computed in UTC
    IF coalesce(new.application ->> 'defaultTimezone', 'UTC') <> coalesce(old.application ->> 'defaultTimezone', 'UTC') THEN
      INSERT INTO notification_figure_days (application_id, day)
      SELECT DISTINCT new.id, day + shift FROM (
        SELECT day FROM notification_figures WHERE application_id = new.id
        UNION SELECT day FROM notification_figure_days WHERE application_id = new.id) known, generate_series(-1, 1) shift
      ORDER BY 2 ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
  END $$;
CREATE TRIGGER note_figures_of_zone AFTER INSERT OR UPDATE OF application ON applications FOR EACH ROW
  EXECUTE FUNCTION note_figures_of_zone();
