/** Columns of a notification, named like the fields of its type. */
export const NOTIFICATION_COLUMNS = `
  n.id, n.application_id AS "applicationId", n.appointment_id AS "appointmentId",
  n.source_event_id AS "sourceEventId", n.type, n.channel, n.recipient_key AS "recipientKey",
  n.recipient_type AS "recipientType", n.recipient_name AS "recipientName", n.status,
  n.provider_status AS "providerStatus", n.provider_id AS "providerId", n.message, n.reason,
  n.failure_class AS "failureClass", n.retry_count AS "retryCount", n.attempt_no AS "attemptNo",
  n.wait_count AS "waitCount", n.resubmission_count AS "resubmissionCount",
  n.planned_offset AS "plannedOffset", n.scheduled_for AS "scheduledFor", n.missed_after AS "missedAfter",
  n.relevant_until AS "relevantUntil", n.next_retry_at AS "nextRetryAt", n.next_poll_at AS "nextPollAt",
  n.submitted_at AS "submittedAt", n.unknown_since AS "unknownSince",
  n.redelivery_asked_at AS "redeliveryAskedAt", n.earlier_retries AS "earlierRetries",
  n.appointment_revision AS "appointmentRevision", n.invite_sequence AS "inviteSequence", n.context,
  n.has_content AS "hasContent", n.sealed_source AS "sealedSource", n.created_at AS "createdAt", n.updated_at AS "updatedAt"`

/** Assignments that delete the content and the recipient of a notification `n`. */
export const EMPTIED = `
  has_content = false,
  recipient_name = CASE WHEN n.recipient_type = 'WEBHOOK' THEN n.recipient_name ELSE '' END,
  context = jsonb_build_object(
    'trigger', jsonb_build_object('operation', n.context -> 'trigger' -> 'operation', 'actor', '{}'::jsonb),
    'eventId', n.context -> 'eventId', 'at', n.context -> 'at', 'revision', n.context -> 'revision')
    || CASE WHEN n.context ? 'standsInFor'
         THEN jsonb_build_object('standsInFor', n.context -> 'standsInFor') ELSE '{}' END`
