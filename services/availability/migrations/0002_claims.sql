-- Up Migration

-- Holders of claims, each with the newest version that has arrived, even if it no longer claims anything.
CREATE TABLE claim_holders (
  type    text NOT NULL CHECK (type IN ('APPOINTMENT', 'HOLD')),
  id      text NOT NULL,
  version integer NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (type, id)
);
CREATE INDEX claim_holders_by_end ON claim_holders (ends_at);

-- A copy of the claims on agents' time, which the appointments service owns.
CREATE TABLE claims (
  holder_type     text NOT NULL,
  holder_id       text NOT NULL,
  organization_id text NOT NULL,
  agent_id        text NOT NULL,
  application_id  text NOT NULL,
  service_type_id text,
  queue_id        text,
  kind            text NOT NULL CHECK (kind IN ('BOOKED', 'RESERVED', 'HELD')),
  start_at        timestamptz NOT NULL,
  end_at          timestamptz NOT NULL,
  -- with buffers
  occupied_from   timestamptz NOT NULL,
  occupied_to     timestamptz NOT NULL,
  -- of a hold
  expires_at      timestamptz,
  PRIMARY KEY (holder_type, holder_id, agent_id),
  FOREIGN KEY (holder_type, holder_id) REFERENCES claim_holders ON DELETE CASCADE
);
CREATE INDEX claims_of_agent ON claims (organization_id, agent_id, occupied_from);
