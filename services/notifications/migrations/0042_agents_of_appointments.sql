-- Up Migration

-- The agents of an appointment: its organizer and the agents who take part. On a large database, create the index
-- beforehand with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS appointments_agents ON appointments USING gin ((
  jsonb_path_query_array(roster, '$.participants[*] ? (@.type == "AGENT").id')
    || coalesce(roster -> 'organizerId', '[]')));
