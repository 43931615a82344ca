/** An event as a service wrote it to its outbox. */
export interface RecordedEvent {
  service: string
  type: string
  /** Id of the appointment or application it is about. */
  aggregateId: string
  id: string
}

/** Makes a database keep a copy of every event, because outboxes delete published ones. */
export const RECORD_EVENTS = `
  CREATE TABLE recorded_events (
    position bigserial PRIMARY KEY, type text NOT NULL, aggregate_id text NOT NULL, event_id text NOT NULL);
  CREATE FUNCTION record_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO recorded_events (type, aggregate_id, event_id) VALUES (new.type, new.aggregate_id, new.event_id);
      RETURN new;
    END $$;
  CREATE TRIGGER record_event AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION record_event();`
