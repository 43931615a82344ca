\set n random(1, 9000000000000000)
\startpipeline
BEGIN;
INSERT INTO inbox (consumer, event_id, applied_at) VALUES ('participants', 'event-' || :n::text, now());
INSERT INTO appointments (id, appointment, roster, interaction_course)
  VALUES ('least-' || :n::text,
    '{"id": "8a54b3a3-3e9c-4a08-9d4c-7cf8a8b5a001","applicationId": "app-least","applicationVersion": 2,"organizationId": "org-least","version": 1,"state": "SCHEDULED","title": "Contract review","start": "2030-01-07T09:00:00.000Z","end": "2030-01-07T09:30:00.000Z","duration": "PT30M","timezone": "Europe/Berlin","locale": "en","metadata": {},"notificationHeaders": {},"notificationsActive": true,"targetAssignment": {"id": "agent-1","type": "AGENT"},"epoch": 1,"manageVersions": {},"createdAt": "2030-01-04T09:00:00.000Z","updatedAt": "2030-01-04T09:00:00.000Z"}',
    '{"version": 1,"organizerId": "agent-1","participants": [{"id": "agent-1","type": "AGENT"},{"id": "0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001","type": "CUSTOMER","has": ["email"]}],"interaction": {"customFields": {},"properties": {},"state": "PENDING"},"epoch": 1}',
    '[]');
INSERT INTO customers (appointment_id, id, record, field_versions)
  VALUES ('least-' || :n::text, '0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001',
    '{"id": "0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001","firstName": "Ada","email": "ada@example.com"}', '{}');
INSERT INTO tickets (hash, appointment_id, participant_id, kind, version)
  VALUES ('room-' || :n::text, 'least-' || :n::text, '0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001', 'room', 1),
    ('manage-' || :n::text, 'least-' || :n::text, '0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001', 'manage', 1);
COMMIT;
\endpipeline
