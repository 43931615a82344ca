-- Up Migration

-- Names, colours and addresses that messages show: the newest brand of each application, from its presentation.
CREATE TABLE brands (
  application_id text PRIMARY KEY,
  version        integer NOT NULL,
  brand          jsonb NOT NULL
);
