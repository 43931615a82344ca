CREATE ROLE appointments LOGIN PASSWORD 'local-only';
CREATE DATABASE appointments OWNER appointments;
CREATE ROLE participants LOGIN PASSWORD 'local-only';
CREATE DATABASE participants OWNER participants;
CREATE ROLE notifications LOGIN PASSWORD 'local-only';
CREATE DATABASE notifications OWNER notifications;
