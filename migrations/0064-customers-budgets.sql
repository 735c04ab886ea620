-- What messages may cost: caps per recipient, budgets of a day, and messages that wait until somebody of the team allows
-- them. Processes of the version before insert without the new columns; their messages count for no cap and no budget.
alter table customers.messages
  -- The mailbox or the number itself, whatever the spelling of the address; null in rows from before.
  add column recipient_hash bytea,
  -- What strangers can cause counts apart from what a person's own affairs cause; what answers them at once is never held.
  add column allowance text not null default 'unasked' check (allowance in ('unasked', 'own', 'at_once')),
  -- The cap or the budget that holds it back, such as address/203.0.113.7.
  add column held_by text,
  drop constraint messages_state_check,
  add constraint messages_state_check
    check (state in ('waiting', 'held', 'claimed', 'sent', 'failed', 'withdrawn', 'not_configured', 'sandbox'));
create index messages_recipient on customers.messages (recipient_hash) where recipient_hash is not null;
create index messages_held on customers.messages (held_by, created_at) where state = 'held';

-- Whether some message of an intake was held when it was submitted; only then its receipts ask how it is now.
alter table intakes.intakes add column messages_held boolean not null default false;

-- The mailbox behind the operator's address; null in rows of the version before, whose codes expire within the hour.
alter table agents.registrations add column operator_mailbox text;
create index registrations_mailbox on agents.registrations (operator_mailbox, code_expires_at)
  where principal_id is null and not email_failed;

-- How many messages a scope has used on a UTC day. Large budgets are in sixteen parts, so that submissions do not wait for
-- each other's commit; a part never exceeds its share, so the whole never exceeds the budget.
create table customers.budgets (
  day date not null,
  scope text collate "C" not null,
  channel text collate "C" not null check (channel in ('email', 'text')),
  part smallint not null,
  spent integer not null default 0,
  primary key (day, scope, channel, part)
) with (fillfactor = 50);

create function customers.budget_parts(cap integer) returns integer language sql immutable
  return case when cap >= 1600 then 16 else 1 end;

create function customers.budget_share(cap integer, part integer) returns integer language sql immutable
  return case
    when part >= customers.budget_parts(cap) then 0
    else cap / customers.budget_parts(cap) + case when part < cap % customers.budget_parts(cap) then 1 else 0 end
  end;

-- Whether a recipient has had as many messages of a kind as they may get. What has not left yet counts, and what has left
-- counts from when it did, so that no 24 hours ever hold more.
create function customers.is_recipient_full(
  recipient bytea[], kind text, per_day integer, per_month integer, at timestamptz
) returns boolean language sql volatile as $$
  select count(*) filter (where finished_at is null or finished_at > at - interval '24 hours') >= per_day
    or count(*) >= per_month
  from customers.messages
  where recipient_hash = any(recipient) and allowance = kind
    and (state in ('waiting', 'claimed')
      or (state in ('sent', 'not_configured') and finished_at > at - interval '30 days'))
$$;

create function customers.recipient_scope(recipient bytea) returns text language sql immutable
  return 'recipient/' || substr(encode(recipient, 'hex'), 1, 24);

-- What would hold a message to this recipient back now; null when nothing would. Takes no lock: only queue_messages decides.
create function customers.find_held_by(
  recipient bytea[], recipient_caps integer[], kind text, scopes text[], caps integer[], at timestamptz, today date
) returns text language sql volatile as $$
  select case
    when customers.is_recipient_full(recipient, 'unasked', recipient_caps[1], recipient_caps[2], at)
      then customers.recipient_scope(recipient[1])
    else (
      select s.scope from unnest(scopes, caps) with ordinality as s (scope, cap, rank)
      where (select coalesce(sum(b.spent), 0) from customers.budgets b
             where b.day = today and b.scope = s.scope and b.channel = kind) >= s.cap
      order by s.rank limit 1)
  end
$$;

-- Takes as many as possible, at most `wanted`, from every scope alike. Rows stay locked until the transaction ends; everybody
-- takes them in the order of the scopes given, so nobody waits in a circle.
create function customers.take_budgets(
  kind text, scopes text[], caps integer[], today date, wanted integer, out taken integer, out full_scope text
) language plpgsql as $$
declare
  chosen integer[] := array_fill(null::integer, array[cardinality(scopes)]);
  free integer;
  one integer;
begin
  taken := wanted;
  for place in 1..cardinality(scopes) loop
    one := null;
    if wanted = 1 and customers.budget_parts(caps[place]) > 1 then
      select b.part into one from customers.budgets b
        where b.day = today and b.scope = scopes[place] and b.channel = kind
          and b.spent < customers.budget_share(caps[place], b.part)
        order by random() limit 1 for update skip locked;
    end if;
    if one is not null then
      chosen[place] := one;
      continue;
    end if;
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
    if chosen[place] is not null then
      update customers.budgets b set spent = b.spent + taken
        where b.day = today and b.scope = scopes[place] and b.channel = kind and b.part = chosen[place];
    else
      update customers.budgets b set spent = b.spent + greatest(0, least(p.free, taken - p.before))
        from (
          select part, f.free, sum(f.free) over (order by part) - f.free as before
          from customers.budgets c
          cross join lateral (select greatest(0, customers.budget_share(caps[place], c.part) - c.spent) as free) as f
          where c.day = today and c.scope = scopes[place] and c.channel = kind) as p
        where b.day = today and b.scope = scopes[place] and b.channel = kind and b.part = p.part
          and p.free > 0 and p.before < taken;
    end if;
  end loop;
end
$$;

-- Stores messages and decides about each whether it may leave or is held. `messages` has the members of a row, `lock` (of the
-- recipient), `heldBy` (decided already) and `promised`: the answer says that it will be sent, so when it may not, the
-- transaction is done again and finds out before it answers. Recipients have one fingerprint per key of the ring, newest first.
create function customers.queue_messages(
  messages jsonb, contents bytea[], contacts bytea[], recipients bytea[], rules jsonb, at timestamptz, today date
) returns void language plpgsql as $$
declare
  keys constant integer := cardinality(recipients) / greatest(1, cardinality(contents));
  m jsonb;
  hash bytea[];
  kind text;
  hold text;
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
    select array_agg(q.id order by q.rank) into wanted from (
      select value ->> 'id' as id, rank from jsonb_array_elements(messages) with ordinality as e (value, rank)
      where value ->> 'channel' = kind and value ->> 'allowance' = 'unasked' and value ->> 'state' in ('waiting', 'claimed')
    ) as q
    join customers.messages w on w.id = q.id and w.state in ('waiting', 'claimed');
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
