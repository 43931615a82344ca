-- Up Migration

-- The newest day is computed first. Without an index, computing each of many days would sort all of them.
CREATE INDEX appointment_figure_days_newest ON appointment_figure_days (day DESC, application_id);
