-- The same budgets as before, and the same order of locks. One message, which is what most transactions have, takes a free part of each
-- scope by one statement; where one has none, the parts are given back, and whole budgets are looked at.
create or replace function customers.take_budgets(
  kind text, scopes text[], caps integer[], today date, wanted integer, out taken integer, out full_scope text
) language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  -- Everybody begins at another part, so that few meet.
  start constant integer := floor(random() * 16);
  spent_parts integer;
  free integer;
begin
  taken := wanted;
  if wanted = 1 then
    begin
      -- Day and channel are members of the list, so that each part is looked up, and never all parts of the day read.
      with chosen as materialized (
        select today as day, kind as channel, s.scope, coalesce(
          (select f.part from customers.budgets f
           where f.day = today and f.scope = s.scope and f.channel = kind and f.part >= start
             and f.spent < customers.budget_share(s.cap, f.part)
           order by f.part limit 1 for update skip locked),
          (select f.part from customers.budgets f
           where f.day = today and f.scope = s.scope and f.channel = kind and f.part < start
             and f.spent < customers.budget_share(s.cap, f.part)
           order by f.part limit 1 for update skip locked)) as part
        from unnest(scopes, caps) as s (scope, cap))
      update customers.budgets b set spent = b.spent + 1 from chosen c
        where b.day = c.day and b.scope = c.scope and b.channel = c.channel and b.part = c.part;
      get diagnostics spent_parts = row_count;
      if spent_parts = cardinality(scopes) then
        return;
      end if;
      raise exception using errcode = 'MWB01';
    exception when sqlstate 'MWB01' then
      null;
    end;
  end if;
  for place in 1..cardinality(scopes) loop
    if not exists (select from customers.budgets b
                   where b.day = today and b.scope = scopes[place] and b.channel = kind
                     and b.part = customers.budget_parts(caps[place]) - 1) then
      insert into customers.budgets (day, scope, channel, part)
        select today, scopes[place], kind, part
        from generate_series(0, customers.budget_parts(caps[place]) - 1) as part on conflict do nothing;
    end if;
    perform from customers.budgets b
      where b.day = today and b.scope = scopes[place] and b.channel = kind order by b.part for update;
    -- A budget that was lowered since has parts beyond their share.
    select least(
        sum(greatest(0, customers.budget_share(caps[place], b.part) - b.spent)), caps[place] - sum(b.spent))
      into free from customers.budgets b
      where b.day = today and b.scope = scopes[place] and b.channel = kind;
    if free < taken then
      taken := greatest(0, free);
      full_scope := scopes[place];
    end if;
    exit when taken = 0;
  end loop;
  if taken = 0 then
    return;
  end if;
  for place in 1..cardinality(scopes) loop
    update customers.budgets b set spent = b.spent + greatest(0, least(p.free, taken - p.before))
      from (
        select part, f.free, sum(f.free) over (order by part) - f.free as before
        from customers.budgets c
        cross join lateral (select greatest(0, customers.budget_share(caps[place], c.part) - c.spent) as free) as f
        where c.day = today and c.scope = scopes[place] and c.channel = kind) as p
      where b.day = today and b.scope = scopes[place] and b.channel = kind and b.part = p.part
        and p.free > 0 and p.before < taken;
  end loop;
end
$$;

-- The same as the function of this name that takes JSON, which processes of the version before call. A list for each member, in the order
-- of the messages; `locks` are those of the recipients of whatever may leave; `recipient_caps` a day and a month of mails, then of texts.
create function customers.queue_messages(
  ids text[], purposes text[], subjects text[], versions text[], channels text[], allowances text[], states text[], failures text[],
  holds text[], promises boolean[], contents bytea[], contacts bytea[], recipients bytea[], locks bigint[],
  recipient_caps integer[], scopes text[], email_budgets integer[], text_budgets integer[], at timestamptz, today date
) returns void language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  keys constant integer := cardinality(recipients) / cardinality(ids);
  hash bytea[];
  kind text;
  leaves boolean;
  hold text;
  state text;
  -- Places of those that count for a budget.
  mails integer[] := '{}';
  texts integer[] := '{}';
  counted integer[];
  taken integer;
  full_scope text;
begin
  if cardinality(locks) = 1 then
    perform pg_advisory_xact_lock(locks[1]);
  else
    perform pg_advisory_xact_lock(l.key) from (select distinct key from unnest(locks) as key order by key) as l;
  end if;
  for place in 1..cardinality(ids) loop
    hash := recipients[(place - 1) * keys + 1 : place * keys];
    kind := channels[place];
    state := states[place];
    leaves := state in ('waiting', 'claimed');
    hold := holds[place];
    if leaves and hold is null and allowances[place] <> 'at_once' and customers.is_recipient_full(hash, allowances[place],
        recipient_caps[case kind when 'email' then 1 else 3 end], recipient_caps[case kind when 'email' then 2 else 4 end], at)
    then
      hold := customers.recipient_scope(hash[1]);
    end if;
    if hold is not null then
      if promises[place] then
        raise exception 'a promised message is over the cap of its recipient' using errcode = 'serialization_failure';
      end if;
      state := 'held';
    elsif leaves and allowances[place] = 'unasked' then
      if kind = 'email' then mails := mails || place; else texts := texts || place; end if;
    end if;
    insert into customers.messages
      (id, purpose, subject_id, subject_version, channel, sealed_content, contact_hash, recipient_hash, allowance, state,
       held_by, last_failure, due_at, created_at, finished_at, attempt, claimed_by, lease_until)
    values (ids[place], purposes[place], subjects[place], versions[place], kind, contents[place], contacts[place], hash[1],
      allowances[place], state, hold, failures[place], at, at,
      case when state in ('sandbox', 'failed') then at end,
      case when state = 'claimed' then 1 else 0 end,
      case when state = 'claimed' then ids[place] end,
      case when state = 'claimed' then now() + interval '30 seconds' end);
  end loop;
  foreach kind in array array['email', 'text'] loop
    counted := case kind when 'email' then mails else texts end;
    continue when cardinality(counted) = 0;
    select t.taken, t.full_scope into taken, full_scope from customers.take_budgets(
      kind, scopes, case kind when 'email' then email_budgets else text_budgets end, today, cardinality(counted)) as t;
    for place in taken + 1..cardinality(counted) loop
      if promises[counted[place]] then
        raise exception 'a promised message is over a budget' using errcode = 'serialization_failure';
      end if;
      update customers.messages set state = 'held', held_by = full_scope, attempt = 0, claimed_by = null, lease_until = null
        where id = ids[counted[place]];
    end loop;
  end loop;
end
$$;

-- The function above alone writes budgets, and PostgreSQL reads the text of a check anew in every statement.
alter table customers.budgets drop constraint budgets_channel_check;
