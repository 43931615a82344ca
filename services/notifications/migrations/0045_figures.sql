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
-- The newest day is computed first. Without an index, computing each of many days would sort all of them.
CREATE INDEX notification_figure_days_newest ON notification_figure_days (day DESC, application_id);

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
