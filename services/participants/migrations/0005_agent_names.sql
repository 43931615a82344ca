-- Up Migration

-- A copy of the display names of agents, which the availability service owns.
CREATE TABLE agent_names (
  -- '' for agents without an organization
  organization_id text NOT NULL,
  agent_id        text NOT NULL,
  -- null: the agent was removed
  display_name    text,
  version         bigint NOT NULL,
  -- whether the dead letters about a removed agent have been deleted
  dead_letters_purged boolean NOT NULL,
  PRIMARY KEY (organization_id, agent_id)
);
CREATE INDEX agent_names_to_purge ON agent_names (organization_id, agent_id) WHERE NOT dead_letters_purged;
