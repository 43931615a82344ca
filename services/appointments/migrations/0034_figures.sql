-- Up Migration

-- Statistics of the appointments that start on a day, in the time zone of their application. An empty text means no
-- agent, queue or service type. If a change concerns a day, its rows are computed again from the appointments.
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
  -- how many appointments had each step of lateness; counts can be added up across rows
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
-- The newest day is computed first. Without an index, computing each of many days would sort all of them.
CREATE INDEX appointment_figure_days_newest ON appointment_figure_days (day DESC, application_id);

-- A single row: the last change whose days are in the table above, and the time up to which all figures are computed.
CREATE TABLE appointment_figure_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  position bigint NOT NULL,
  as_of    timestamptz
);
