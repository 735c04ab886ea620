-- Notes of calls are encrypted, like all notes of a case. Only the worker can encrypt those that are stored in plain; it empties
-- `note` as it goes, and with it what processes of the previous version still write there.
alter table consultations.calls add column sealed_note bytea;
