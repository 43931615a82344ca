-- Up Migration

-- The beginning of a receiver's last response to a webhook, for the staff who look after the endpoint.
CREATE TABLE webhook_responses (
  notification_id text PRIMARY KEY,
  appointment_id  text NOT NULL,
  attempt         integer NOT NULL,
  status          smallint NOT NULL,
  body            text NOT NULL,
  at              timestamptz NOT NULL
);
CREATE INDEX webhook_responses_appointment ON webhook_responses (appointment_id);
