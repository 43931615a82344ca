-- Up Migration

-- If the agents of an appointment change, the figures of its messages change.
CREATE FUNCTION note_figures_of_agents() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO notification_figure_changes (application_id, at)
    SELECT application_id, coalesce(scheduled_for, created_at) FROM notifications WHERE appointment_id = old.id;
    RETURN NULL;
  END $$;
CREATE TRIGGER note_figures_of_agents AFTER DELETE ON appointments FOR EACH ROW EXECUTE FUNCTION note_figures_of_agents();
CREATE TRIGGER note_figures_of_other_agents AFTER UPDATE OF roster ON appointments FOR EACH ROW
  WHEN (old.roster -> 'organizerId' IS DISTINCT FROM new.roster -> 'organizerId'
    OR jsonb_path_query_array(old.roster, '$.participants[*] ? (@.type == "AGENT").id')
      <> jsonb_path_query_array(new.roster, '$.participants[*] ? (@.type == "AGENT").id'))
  EXECUTE FUNCTION note_figures_of_agents();
