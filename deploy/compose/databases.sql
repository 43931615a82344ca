-- Each service has a database, and a role with a password that can access no other database.
\getenv appointments APPOINTMENTS_DATABASE_PASSWORD
\getenv participants PARTICIPANTS_DATABASE_PASSWORD
\getenv notifications NOTIFICATIONS_DATABASE_PASSWORD
\getenv availability AVAILABILITY_DATABASE_PASSWORD
CREATE ROLE appointments LOGIN PASSWORD :'appointments';
CREATE ROLE participants LOGIN PASSWORD :'participants';
CREATE ROLE notifications LOGIN PASSWORD :'notifications';
CREATE ROLE availability LOGIN PASSWORD :'availability';
CREATE DATABASE appointments OWNER appointments;
CREATE DATABASE participants OWNER participants;
CREATE DATABASE notifications OWNER notifications;
CREATE DATABASE availability OWNER availability;
REVOKE CONNECT ON DATABASE appointments, participants, notifications, availability FROM PUBLIC;
