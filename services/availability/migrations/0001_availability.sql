-- Up Migration

-- Versions of all entries. No version is used twice, so an entry that is deleted and created again has a higher version
-- than before.
CREATE SEQUENCE versions;

-- The parts of applications that this service needs, as the appointments service publishes them.
CREATE TABLE applications (
  id              text PRIMARY KEY,
  version         integer NOT NULL,
  -- '' for an application without an organization
  organization_id text NOT NULL,
  timezone        text,
  -- null: any agent
  agent_ids       text[]
);

CREATE TABLE teams (
  organization_id text NOT NULL,
  id              text NOT NULL,
  name            text NOT NULL,
  content         jsonb NOT NULL,
  version         bigint NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE queues (
  organization_id text NOT NULL,
  id              text NOT NULL,
  name            text NOT NULL,
  content         jsonb NOT NULL,
  version         bigint NOT NULL,
  -- raised when an agent joins, leaves or gets another weight
  members_version bigint NOT NULL DEFAULT nextval('versions'),
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE schedules (
  organization_id text NOT NULL,
  id              text NOT NULL,
  name            text NOT NULL,
  content         jsonb NOT NULL,
  version         bigint NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE holiday_calendars (
  organization_id text NOT NULL,
  id              text NOT NULL,
  name            text NOT NULL,
  content         jsonb NOT NULL,
  version         bigint NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);

CREATE TABLE agents (
  organization_id     text NOT NULL,
  id                  text NOT NULL,
  name                text NOT NULL,
  content             jsonb NOT NULL,
  schedule_id         text GENERATED ALWAYS AS (content ->> 'scheduleId') STORED,
  holiday_calendar_id text GENERATED ALWAYS AS (content ->> 'holidayCalendarId') STORED,
  version             bigint NOT NULL,
  -- raised by every change of the times and services that the agent can be offered for
  calendar_version    bigint NOT NULL DEFAULT nextval('versions'),
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, schedule_id) REFERENCES schedules,
  FOREIGN KEY (organization_id, holiday_calendar_id) REFERENCES holiday_calendars
);
CREATE INDEX agents_of_schedule ON agents (organization_id, schedule_id) WHERE schedule_id IS NOT NULL;
CREATE INDEX agents_of_calendar ON agents (organization_id, holiday_calendar_id) WHERE holiday_calendar_id IS NOT NULL;

CREATE TABLE team_members (
  organization_id text NOT NULL,
  team_id         text NOT NULL,
  agent_id        text NOT NULL,
  PRIMARY KEY (organization_id, team_id, agent_id),
  FOREIGN KEY (organization_id, team_id) REFERENCES teams,
  FOREIGN KEY (organization_id, agent_id) REFERENCES agents ON DELETE CASCADE
);
CREATE INDEX teams_of_agent ON team_members (organization_id, agent_id);

CREATE TABLE queue_members (
  organization_id text NOT NULL,
  queue_id        text NOT NULL,
  agent_id        text NOT NULL,
  weight          integer NOT NULL,
  joined_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, queue_id, agent_id),
  FOREIGN KEY (organization_id, queue_id) REFERENCES queues,
  FOREIGN KEY (organization_id, agent_id) REFERENCES agents ON DELETE CASCADE
);
CREATE INDEX queues_of_agent ON queue_members (organization_id, agent_id);

-- Absences and extra hours.
CREATE TABLE exceptions (
  id              text PRIMARY KEY,
  organization_id text NOT NULL,
  agent_id        text NOT NULL,
  -- the ends as they were sent, and the reason
  content         jsonb NOT NULL,
  type            text NOT NULL CHECK (type IN ('ABSENCE', 'EXTRA_HOURS')),
  starts_at       timestamptz NOT NULL,
  ends_at         timestamptz NOT NULL CHECK (ends_at > starts_at),
  created_at      timestamptz NOT NULL,
  FOREIGN KEY (organization_id, agent_id) REFERENCES agents ON DELETE CASCADE
);
CREATE INDEX exceptions_of_agent ON exceptions (organization_id, agent_id, ends_at);

CREATE TABLE service_types (
  application_id text NOT NULL,
  id             text NOT NULL,
  name           text NOT NULL,
  content        jsonb NOT NULL,
  -- a queue of the application's organization
  queue_id       text GENERATED ALWAYS AS (content ->> 'queueId') STORED,
  version        bigint NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (application_id, id)
);
CREATE INDEX service_types_of_queue ON service_types (queue_id) WHERE queue_id IS NOT NULL;
