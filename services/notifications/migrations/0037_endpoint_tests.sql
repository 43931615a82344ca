-- Up Migration

-- Running tests of webhook endpoints in all replicas. If the replica of a test has crashed, the test ends by time.
CREATE TABLE endpoint_tests (
  application_id text NOT NULL,
  slot           smallint NOT NULL,
  test_id        text NOT NULL,
  ends_at        timestamptz NOT NULL,
  PRIMARY KEY (application_id, slot)
);
