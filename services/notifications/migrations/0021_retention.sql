-- Up Migration

-- False once what a notification said, and to whom, is no longer kept.
ALTER TABLE notifications ADD COLUMN has_content boolean NOT NULL DEFAULT true;

-- What is over, by age; what waits or is being sent never expires.
CREATE INDEX notifications_over ON notifications (application_id, has_content, updated_at)
  WHERE status IN ('DELIVERED', 'FAILED', 'CANCELLED');
