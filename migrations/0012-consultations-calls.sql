-- Every call a person of the team made, whatever came of it. No machine ever places one.
create table consultations.calls (
  id text collate "C" primary key,
  consultation_id text collate "C" not null references consultations.consultations,
  staff_id text collate "C" not null,
  outcome text not null check (outcome in (
    'no_answer', 'voicemail', 'callback_requested', 'confirmed', 'declined', 'not_requested', 'do_not_contact')),
  note text,
  called_at timestamptz not null
);
create index calls_consultation on consultations.calls (consultation_id, called_at);
