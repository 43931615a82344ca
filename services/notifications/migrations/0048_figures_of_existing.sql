-- Up Migration

-- This is a separate migration, so that the notifications are not locked while it runs.
-- The days in UTC differ from those of an application by at most one. PostgreSQL does not know the names of all time zones
-- that the service accepts, so they are not read here.
INSERT INTO notification_figure_days (application_id, day)
SELECT DISTINCT application_id, day + shift FROM (
  SELECT DISTINCT application_id, (coalesce(scheduled_for, created_at) AT TIME ZONE 'UTC')::date AS day
  FROM notifications) known, generate_series(-1, 1) shift
ON CONFLICT DO NOTHING;
