-- Up Migration

-- What an event is part of, for whoever publishes it later (W3C Trace Context). Rows without it begin a trace of their own.
ALTER TABLE outbox ADD COLUMN traceparent text;
