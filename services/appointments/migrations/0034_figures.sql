-- Up Migration

-- Numbers of the appointments that start on a day of their application's time zone; '' stands for none. Computed anew from the
-- appointments for each day that a change concerns.
CREATE TABLE appointment_figures (
  application_id        text NOT NULL,
  day                   date NOT NULL,
  agent_id              text NOT NULL,
  queue_id              text NOT NULL,
  service_type_id       text NOT NULL,
  booked                integer NOT NULL,
  cancelled_by_customer integer NOT NULL,
  cancelled_by_staff    integer NOT NULL,
  moved                 integer NOT NULL,
  completed             integer NOT NULL,
  no_show               integer NOT NULL,
  failed                integer NOT NULL,
  -- how many appointments have had each lateness, in steps, so that rows can be added up
  customer_lateness     jsonb NOT NULL,
  agent_lateness        jsonb NOT NULL,
  PRIMARY KEY (application_id, day, agent_id, queue_id, service_type_id)
);

-- Days whose figures have to be computed.
CREATE TABLE appointment_figure_days (
  application_id text NOT NULL,
  day            date NOT NULL,
  PRIMARY KEY (application_id, day)
);

-- One row: up to which change the days are noted, and the time up to which all figures are computed.
CREATE TABLE appointment_figure_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  position bigint NOT NULL,
  as_of    timestamptz
);
