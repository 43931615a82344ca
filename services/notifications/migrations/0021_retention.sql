-- Up Migration

-- False when the content and the recipient of a notification are no longer kept.
ALTER TABLE notifications ADD COLUMN has_content boolean NOT NULL DEFAULT true;

-- Records that have ended, by age. Records that wait or are being sent never expire.
CREATE INDEX notifications_over ON notifications (application_id, has_content, updated_at)
  WHERE status IN ('DELIVERED', 'FAILED', 'CANCELLED');
