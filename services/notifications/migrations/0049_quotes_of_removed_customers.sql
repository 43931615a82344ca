-- Up Migration

-- Webhooks may contain the contact data of all customers of an appointment, and receivers may quote it. Both are
-- deleted when a customer is removed, even by an older release that does not know them.
CREATE FUNCTION forget_quotes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM message_contents c USING notifications n
    WHERE c.appointment_id = old.appointment_id AND n.id = c.notification_id AND n.channel = 'WEBHOOKS';
    UPDATE webhook_attempts SET error = NULL, response = NULL WHERE appointment_id = old.appointment_id;
    RETURN NULL;
  END $$;
CREATE TRIGGER forget_quotes AFTER DELETE ON contacts FOR EACH ROW EXECUTE FUNCTION forget_quotes();
