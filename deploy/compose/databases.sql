-- A database for each service, and a role that reaches no other one.
\getenv password SERVICES_PASSWORD
CREATE ROLE appointments LOGIN PASSWORD :'password';
CREATE ROLE participants LOGIN PASSWORD :'password';
CREATE ROLE notifications LOGIN PASSWORD :'password';
CREATE DATABASE appointments OWNER appointments;
CREATE DATABASE participants OWNER participants;
CREATE DATABASE notifications OWNER notifications;
REVOKE CONNECT ON DATABASE appointments, participants, notifications FROM PUBLIC;
