-- The same as before, but that the messages just written are found again by ids that are known: what is read out of JSON is no condition
-- for an index where rows are protected, so every message read the whole table.
create or replace function customers.queue_messages(
  messages jsonb, contents bytea[], contacts bytea[], recipients bytea[], rules jsonb, at timestamptz, today date
) returns void language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  keys constant integer := cardinality(recipients) / greatest(1, cardinality(contents));
  m jsonb;
  hash bytea[];
  kind text;
  hold text;
  asked text[];
  wanted text[];
  got record;
begin
  perform pg_advisory_xact_lock(l.key) from (
    select distinct (value ->> 'lock')::bigint as key from jsonb_array_elements(messages)
    where value ->> 'state' in ('waiting', 'claimed') order by key) as l;
  for place in 1..cardinality(contents) loop
    m := messages -> (place - 1);
    hash := recipients[(place - 1) * keys + 1 : place * keys];
    kind := m ->> 'channel';
    hold := m ->> 'heldBy';
    if hold is null and m ->> 'allowance' <> 'at_once' and m ->> 'state' in ('waiting', 'claimed') and customers.is_recipient_full(
        hash, m ->> 'allowance', (rules -> 'recipient' -> kind ->> 0)::integer, (rules -> 'recipient' -> kind ->> 1)::integer, at)
    then
      hold := customers.recipient_scope(hash[1]);
    end if;
    insert into customers.messages
      (id, purpose, subject_id, subject_version, channel, sealed_content, contact_hash, recipient_hash, allowance, state,
       held_by, last_failure, due_at, created_at, finished_at, attempt, claimed_by, lease_until)
    select m ->> 'id', m ->> 'purpose', m ->> 'subjectId', m ->> 'subjectVersion', kind, contents[place], contacts[place],
      hash[1], m ->> 'allowance', s.state, hold, m ->> 'failure', at, at,
      case when s.state in ('sandbox', 'failed') then at end,
      case when s.state = 'claimed' then 1 else 0 end,
      case when s.state = 'claimed' then m ->> 'id' end,
      case when s.state = 'claimed' then now() + interval '30 seconds' end
    from (select case when hold is null then m ->> 'state' else 'held' end as state) as s;
    if hold is not null and (m ->> 'promised')::boolean then
      raise exception 'a promised message is over the cap of its recipient' using errcode = 'serialization_failure';
    end if;
  end loop;
  foreach kind in array array['email', 'text'] loop
    select array_agg(value ->> 'id' order by rank) into asked
      from jsonb_array_elements(messages) with ordinality as e (value, rank)
      where value ->> 'channel' = kind and value ->> 'allowance' = 'unasked' and value ->> 'state' in ('waiting', 'claimed');
    continue when asked is null;
    select array_agg(w.id order by array_position(asked, w.id)) into wanted
      from customers.messages w where w.id = any(asked) and w.state in ('waiting', 'claimed');
    continue when wanted is null;
    select t.taken, t.full_scope into got from customers.take_budgets(
      kind, array(select jsonb_array_elements_text(rules -> 'scopes')),
      array(select value::integer from jsonb_array_elements_text(rules -> 'budgets' -> kind)), today, cardinality(wanted)) as t;
    continue when got.taken = cardinality(wanted);
    if exists (select from jsonb_array_elements(messages) as value
               where value ->> 'id' = any(wanted[got.taken + 1 :]) and (value ->> 'promised')::boolean) then
      raise exception 'a promised message is over a budget' using errcode = 'serialization_failure';
    end if;
    update customers.messages set state = 'held', held_by = got.full_scope, attempt = 0, claimed_by = null, lease_until = null
      where id = any(wanted[got.taken + 1 :]);
  end loop;
end
$$;
