-- A row of somebody whose data was erased is told from one that was never filled, so that no block executes it or takes it back.
alter table roster_files.plan_rows add column erased boolean not null default false;

-- A file can stop between two blocks: because of a reset, or because its user may not change rosters any more.
alter table roster_files.files
  drop constraint files_status_check,
  add constraint files_status_check check (status in
    ('uploading', 'uploaded', 'reading', 'planned', 'void', 'failed', 'applying', 'applied', 'stopped', 'undoing', 'undone'))
    not valid;
