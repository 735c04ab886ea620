-- The claim number that is known of a case, sent or read in a report about its vehicle: owners read it out, and the team
-- looks for it.
alter table intakes.intakes add column claim_number text;

-- What a process of the last version writes meanwhile has none: whoever looks falls back to what was sent.
update intakes.intakes set claim_number = found #>> '{report,claim_number}'
where offer ->> 'claim_number' is null and found #>> '{report,claim_number}' is not null
  and not coalesce(found #>> '{report,vin}' <> vin and found #>> '{decoded,vin}' = vin
    and found #>> '{decoded,check_digit}' = 'right', false);
