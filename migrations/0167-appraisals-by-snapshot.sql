-- concurrently
-- A market read that goes with its test asks whether an appraisal rests on it.
-- What an interruption left is no index.
drop index concurrently if exists appraisals.versions_snapshot;
create index concurrently versions_snapshot on appraisals.versions (snapshot_id);
