-- Up Migration

-- The trace that an event belongs to (W3C Trace Context), for the replica that publishes it later. Rows without it
-- begin a new trace.
ALTER TABLE outbox ADD COLUMN traceparent text;
