-- The same terms as before. A source that has none yet, as every new one, has nothing to be compared with; whoever writes terms holds the
-- row of their source, so nobody else writes them meanwhile. The plans use the index whatever the size of the table was when they were made.
create or replace function consultations.write_search_terms(
  whose text, from_source text, names text, phones text[], vins text[], whole text[]
) returns void language plpgsql
set jit = off
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  -- Nobody searches for more than a hundred characters.
  terms constant text[] := array(select distinct term from (
    select * from consultations.name_terms(names)
    union all select 'd' || reverse(right(digits, 10)) from unnest(phones) as phone, regexp_replace(phone, '\D', '', 'g') as digits
      where length(digits) >= 4
    union all select 'v' || reverse(upper(vin)) from unnest(vins) as vin where length(vin) >= 4
    union all select 'x' || lower(value) from unnest(whole) as value where value <> '') as found (term)
    where length(term) <= 101);
begin
  if not exists (select from consultations.search_terms where consultation_id = whose and source = from_source) then
    insert into consultations.search_terms (consultation_id, source, term)
      select whose, from_source, term from unnest(terms) as term;
    return;
  end if;
  delete from consultations.search_terms t where t.consultation_id = whose and t.source = from_source and t.term <> all(terms);
  insert into consultations.search_terms (consultation_id, source, term)
    select whose, from_source, term from unnest(terms) as term on conflict do nothing;
end $$;
