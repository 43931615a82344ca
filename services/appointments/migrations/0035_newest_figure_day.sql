-- Up Migration

-- The newest day is computed next; without an index each of many days would sort all of them.
CREATE INDEX appointment_figure_days_newest ON appointment_figure_days (day DESC, application_id);
