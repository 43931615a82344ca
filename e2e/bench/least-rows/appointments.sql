\set n random(1, 9000000000000000)
\set minute random(1, 430000)
\startpipeline
BEGIN;
INSERT INTO appointments (id, application_id, organization_id, created_at, state, start_at, end_at, duration,
    duration_ms, timezone, organizer_id, version, appointment, roster_version, roster, check_at)
  VALUES ('least-' || :n::text, 'app-least', 'org-least', now(), 'SCHEDULED', now() + :minute * interval '1 minute',
    now() + :minute * interval '1 minute' + interval '30 minutes', 'PT30M', 1800000, 'Europe/Berlin', 'agent-1', 1,
    '{"id": "8a54b3a3-3e9c-4a08-9d4c-7cf8a8b5a001","applicationId": "app-least","applicationVersion": 2,"organizationId": "org-least","version": 1,"state": "SCHEDULED","title": "Contract review","start": "2030-01-07T09:00:00.000Z","end": "2030-01-07T09:30:00.000Z","duration": "PT30M","timezone": "Europe/Berlin","locale": "en","metadata": {},"notificationHeaders": {},"notificationsActive": true,"targetAssignment": {"id": "agent-1","type": "AGENT"},"epoch": 1,"manageVersions": {},"createdAt": "2030-01-04T09:00:00.000Z","updatedAt": "2030-01-04T09:00:00.000Z"}',
    1,
    '{"version": 1,"organizerId": "agent-1","participants": [{"id": "agent-1","type": "AGENT"},{"id": "0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001","type": "CUSTOMER","has": ["email"]}],"interaction": {"customFields": {},"properties": {},"state": "PENDING"},"epoch": 1}',
    now() + :minute * interval '1 minute');
INSERT INTO agent_bookings (organization_id, agent_id, appointment_id, start_at, end_at, exclusive)
  VALUES ('org-least', 'agent-1', 'least-' || :n::text, now() + :minute * interval '1 minute',
    now() + :minute * interval '1 minute' + interval '30 minutes', false);
INSERT INTO outbox (event_id, aggregate_id, aggregate_version, type, event, personal, created_at, lease_until, awaiting)
  VALUES ('event-' || :n::text, 'least-' || :n::text, 1, 'APScheduledEvent',
    '{"id": "5f1a6a56-4ac3-4a3c-8f55-1d8a9a9c2001","source": "appointments","specversion": "1.0","type": "APScheduledEvent","subject": "8a54b3a3-3e9c-4a08-9d4c-7cf8a8b5a001","time": "2030-01-04T09:00:00.000Z","data": {"actor": {"type": "USER","id": "desk-1"},"appointment": {"id": "8a54b3a3-3e9c-4a08-9d4c-7cf8a8b5a001","applicationId": "app-least","applicationVersion": 2,"organizationId": "org-least","version": 1,"state": "SCHEDULED","title": "Contract review","start": "2030-01-07T09:00:00.000Z","end": "2030-01-07T09:30:00.000Z","duration": "PT30M","timezone": "Europe/Berlin","locale": "en","metadata": {},"notificationHeaders": {},"notificationsActive": true,"targetAssignment": {"id": "agent-1","type": "AGENT"},"epoch": 1,"manageVersions": {},"createdAt": "2030-01-04T09:00:00.000Z","updatedAt": "2030-01-04T09:00:00.000Z"},"roster": {"version": 1,"organizerId": "agent-1","participants": [{"id": "agent-1","type": "AGENT"},{"id": "0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001","type": "CUSTOMER","has": ["email"]}],"interaction": {"customFields": {},"properties": {},"state": "PENDING"},"epoch": 1},"customers": [{"id": "0d9bcd4c-6ed8-4a2e-9f0f-0f4f3c8b1001","firstName": "Ada","email": "ada@example.com"}]}}',
    true, now(), now() + interval '10 seconds', '{participants,notifications}');
COMMIT;
\endpipeline
