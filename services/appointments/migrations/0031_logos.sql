-- Up Migration

-- Logos of applications: the current one, and some earlier ones that mails still show.
CREATE TABLE logos (
  application_id text NOT NULL REFERENCES presentations (application_id),
  -- hash of the image, which is also the end of its address
  hash           text NOT NULL,
  media_type     text NOT NULL,
  image          bytea NOT NULL,
  made_at        timestamptz NOT NULL,
  PRIMARY KEY (application_id, hash)
);
