-- Up Migration

-- Names, colours and addresses that messages show, from the newest presentation of each application.
CREATE TABLE brands (
  application_id text PRIMARY KEY,
  version        integer NOT NULL,
  brand          jsonb NOT NULL
);
