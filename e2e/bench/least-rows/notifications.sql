\set n random(1, 9000000000000000)
\set minute random(1, 430000)
\startpipeline
BEGIN;
INSERT INTO inbox (consumer, event_id, applied_at) VALUES ('notifications', 'event-' || :n::text, now());
INSERT INTO appointments (id, application_id, appointment, appointment_version, roster, roster_version, schedule_version,
    invite_sequence)
  VALUES ('least-' || :n::text, 'app-least',
    '{"id": "8a54b3a3-3e9c-4a08-9d4c-7cf8a8b5a001","applicationId": "app-least","applicationVersion": 2,"organizationId": "org-least","version": 1,"state": "SCHEDULED","title": "Contract review","start": "2030-01-07T09:00:00.000Z","end": "2030-01-07T09:30:00.000Z","duration": "PT30M","timezone": "Europe/Berlin","locale": "en","metadata": {},"notificationHeaders": {},"notificationsActive": true,"targetAssignment": {"id": "agent-1","type": "AGENT"},"epoch": 1,"manageVersions": {},"createdAt": "2030-01-04T09:00:00.000Z","updatedAt": "2030-01-04T09:00:00.000Z"}',
    1,
    '{"version": 1,"organizerId": "agent-1","participants": [{"id": "agent-1","type": "AGENT"},{"id": "0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001","type": "CUSTOMER","has": ["email"]}],"interaction": {"customFields": {},"properties": {},"state": "PENDING"},"epoch": 1}',
    1, 1, 0);
INSERT INTO contacts (appointment_id, participant_id, roster_version, customer)
  VALUES ('least-' || :n::text, '0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001', 1,
    '{"id": "0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001","firstName": "Ada","email": "ada@example.com"}');
INSERT INTO notifications (id, application_id, appointment_id, source_event_id, type, channel, recipient_key,
    recipient_type, recipient_name, status, planned_offset, scheduled_for, due_at, missed_after, relevant_until,
    appointment_revision, invite_sequence, priority, context, created_at, updated_at)
  VALUES ('create-' || :n::text, 'app-least', 'least-' || :n::text, 'event-' || :n::text, 'CREATE', 'EMAIL',
      '0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001', 'CUSTOMER', 'Ada', 'INITIALIZED', NULL, NULL, now(), NULL,
      now() + :minute * interval '1 minute', 1, 0, 1, '{}', now(), now()),
    ('reminder-' || :n::text, 'app-least', 'least-' || :n::text, 'event-' || :n::text, 'REMINDER', 'EMAIL',
      '0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001', 'CUSTOMER', 'Ada', 'INITIALIZED', 'PT24H',
      now() + :minute * interval '1 minute', now() + :minute * interval '1 minute', NULL,
      now() + :minute * interval '1 minute', 1, 0, 1, '{}', now(), now());
COMMIT;
\endpipeline
