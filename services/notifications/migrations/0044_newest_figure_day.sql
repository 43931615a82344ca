-- Up Migration

-- The newest day is computed first. Without an index, computing each of many days would sort all of them.
CREATE INDEX notification_figure_days_newest ON notification_figure_days (day DESC, application_id);
