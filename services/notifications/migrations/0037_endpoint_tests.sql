-- Up Migration

-- Tests of webhook endpoints that are under way, in whatever replica. One whose replica is gone ends by the clock.
CREATE TABLE endpoint_tests (
  application_id text NOT NULL,
  slot           smallint NOT NULL,
  test_id        text NOT NULL,
  ends_at        timestamptz NOT NULL,
  PRIMARY KEY (application_id, slot)
);
