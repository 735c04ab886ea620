-- What was ever set as terms of a program. The newest row of a day counts; none is changed.
create table exposure.terms_history (
  seq bigint primary key generated always as identity,
  institution_id text collate "C" not null,
  effective_on date not null,
  ltv_cap_percent integer,
  deductible_cover_cents integer,
  set_by text collate "C" not null,
  set_at timestamptz(3) not null
);
create index terms_history_institution on exposure.terms_history (institution_id, effective_on desc, seq desc);
create trigger terms_history_stays before update or delete on exposure.terms_history
  for each row execute function exposure.refuse_change();

-- Appended by a trigger: processes of the version before set terms too, and replace those of the same day. The row that is
-- replaced is locked, so the order of the history is that of the replacements.
create function exposure.append_terms() returns trigger language plpgsql as $$
begin
  insert into exposure.terms_history
    (institution_id, effective_on, ltv_cap_percent, deductible_cover_cents, set_by, set_at)
  values (new.institution_id, new.effective_on, new.ltv_cap_percent, new.deductible_cover_cents, new.set_by, new.set_at);
  return null;
end $$;
-- It locks the table against writers until the end of this migration, so that nothing is set between it and the copy.
create trigger program_terms_append after insert or update on exposure.program_terms
  for each row execute function exposure.append_terms();

insert into exposure.terms_history
  (institution_id, effective_on, ltv_cap_percent, deductible_cover_cents, set_by, set_at)
select institution_id, effective_on, ltv_cap_percent, deductible_cover_cents, set_by, set_at
from exposure.program_terms order by set_at, institution_id, effective_on;
