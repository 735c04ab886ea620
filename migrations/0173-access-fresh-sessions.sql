-- Until when a staff session counts as freshly confirmed; null for sessions of the version before, which are asked to confirm.
alter table access.sessions add column fresh_until timestamptz;
