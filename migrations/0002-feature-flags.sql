create schema feature_flags;

-- What staff opened or closed at run time; a name without a row has the default of the settings.
create table feature_flags.flags (
  name text collate "C" primary key,
  open boolean not null,
  changed_at timestamptz not null,
  changed_by text collate "C" not null
);
