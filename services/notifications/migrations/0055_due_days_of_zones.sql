-- Up Migration

-- While the time zone of an application changes, no day of it that is due already may be taken, and computed with the old
-- time zone.
CREATE OR REPLACE FUNCTION note_figures_of_zone() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- the days of an unknown application were computed in UTC
    IF coalesce(new.application ->> 'defaultTimezone', 'UTC') <> coalesce(old.application ->> 'defaultTimezone', 'UTC') THEN
      PERFORM FROM notification_figure_state FOR UPDATE;
      PERFORM FROM notification_figure_days WHERE application_id = new.id ORDER BY day FOR UPDATE;
      INSERT INTO notification_figure_days (application_id, day)
      SELECT DISTINCT new.id, day + shift FROM (
        SELECT day FROM notification_figures WHERE application_id = new.id
        UNION SELECT day FROM notification_figure_days WHERE application_id = new.id) known, generate_series(-1, 1) shift
      ORDER BY 2 ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
  END $$;
