CREATE ROLE appointments LOGIN PASSWORD 'local-only-appointments';
CREATE DATABASE appointments OWNER appointments;
CREATE ROLE participants LOGIN PASSWORD 'local-only-participants';
CREATE DATABASE participants OWNER participants;
CREATE ROLE notifications LOGIN PASSWORD 'local-only-notifications';
CREATE DATABASE notifications OWNER notifications;
CREATE ROLE availability LOGIN PASSWORD 'local-only-availability';
CREATE DATABASE availability OWNER availability;
