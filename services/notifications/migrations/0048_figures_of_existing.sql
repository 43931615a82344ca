-- Up Migration

-- This is a separate migration, so that the notifications are not locked while it runs.
INSERT INTO notification_figure_days (application_id, day)
SELECT DISTINCT n.application_id,
  (coalesce(n.scheduled_for, n.created_at) AT TIME ZONE coalesce(p.application ->> 'defaultTimezone', 'UTC'))::date
FROM notifications n LEFT JOIN applications p ON p.id = n.application_id ON CONFLICT DO NOTHING;
