create schema customers;

-- Every message to a customer, from the moment it is owed. Claimed in batches by due time.
create table customers.messages (
  id text collate "C" primary key,
  -- What it says and who is told when it left, such as intake.welcome.
  purpose text not null,
  subject_id text collate "C" not null,
  channel text not null check (channel in ('email', 'text')),
  -- Recipient and content, sealed: a dump of this table names nobody.
  encrypted_content bytea not null,
  state text not null check (state in ('waiting', 'held', 'claimed', 'sent', 'failed', 'withdrawn', 'not_configured', 'sandbox')),
  attempt smallint not null default 0,
  due_at timestamptz not null,
  lease_until timestamptz,
  claimed_by text,
  last_failure text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Whom it goes to, to count how often a contact was welcomed.
  contact_hash bytea,
  -- The transport's own id and last word on the message, where it gives one.
  provider_id text,
  provider_status text,
  -- Which version of its subject a message speaks of, where the subject alone does not say: the link of an invitation,
  -- the time since which an endpoint fails.
  subject_version text,
  -- The mailbox or the number itself, whatever the spelling of the address.
  recipient_hash bytea,
  -- What strangers can cause counts apart from what a person's own affairs cause; what answers them at once is never held.
  allowance text not null default 'unasked' check (allowance in ('unasked', 'own', 'at_once')),
  -- The cap or the budget that holds it back, such as address/203.0.113.7.
  held_by text,
  -- Whose sandbox a message belongs to, so that its institution finds it in the portal's mailbox. Null for live messages.
  account_id text collate "C",
  constraint messages_account_check check (account_id is null or state = 'sandbox')
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
-- A poll looks only at the left edge of this index, however many retries wait behind it.
create index messages_due on customers.messages (due_at) where state = 'waiting';
create index messages_held on customers.messages (held_by, created_at) where state = 'held';
create index messages_lease on customers.messages (lease_until) where state = 'claimed';
create index messages_mailbox on customers.messages (account_id, id) where state = 'sandbox';
-- What no transport took, newest first, for the developer mailbox.
create index messages_not_configured on customers.messages (created_at) where state = 'not_configured';
create index messages_provider on customers.messages (provider_id) where provider_id is not null;
create index messages_recipient on customers.messages (recipient_hash) where recipient_hash is not null;
create index messages_sandbox on customers.messages (created_at) where state = 'sandbox';
create index messages_subject on customers.messages (subject_id);
-- A stop withdraws whatever waits about the same subjects, on every channel, so the messages to a contact are looked up.
create index messages_to_contact on customers.messages (contact_hash, created_at);

-- Contacts that must not be written to or called.
create table customers.do_not_contact (
  contact_hash bytea primary key,
  -- staff, a call's outcome, or a STOP reply.
  source text not null,
  created_at timestamptz not null
);

-- The one discount of a person, a row per contact; rows of one person share the id.
create table customers.discounts (
  contact_hash bytea primary key,
  discount_id text collate "C" not null,
  source text not null check (source in ('agent_intake', 'partner_referral', 'staff', 'campaign')),
  granted_at timestamptz not null,
  consumed_at timestamptz
);
create index discounts_id on customers.discounts (discount_id);

-- Discounts of contacts that turned out to be one person's, each pair in both directions. Only ever added to, so that two
-- who link at the same moment cannot contradict each other.
create table customers.discount_links (
  discount_id text collate "C",
  same_as text collate "C",
  check (discount_id <> same_as),
  primary key (discount_id, same_as)
);

-- How many messages a scope has used on a UTC day. Large budgets are in sixteen parts, so that submissions do not wait for
-- each other's commit; a part never exceeds its share, so the whole never exceeds the budget.
create table customers.budgets (
  day date,
  scope text collate "C",
  channel text collate "C",
  part smallint,
  spent integer not null default 0,
  primary key (day, scope, channel, part)
) with (fillfactor = 50);

-- Addresses that refused a mail of ours for good. Nothing is sent to them for a while; the case says so.
create table customers.bounced_addresses (
  contact_hash bytea primary key,
  bounced_at timestamptz not null
);

create function customers.budget_parts(cap integer) returns integer language sql immutable
  return case when cap >= 1600 then 16 else 1 end;

create function customers.budget_share(cap integer, part integer) returns integer language sql immutable
  return case
    when part >= customers.budget_parts(cap) then 0
    else cap / customers.budget_parts(cap) + case when part < cap % customers.budget_parts(cap) then 1 else 0 end
  end;

create function customers.is_recipient_full(
  recipient bytea[], kind text, per_day integer, per_month integer, at timestamptz
) returns boolean language plpgsql volatile
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return (
    select count(*) filter (where finished_at is null or finished_at > at - interval '24 hours') >= per_day
      or count(*) >= per_month
    from customers.messages
    where recipient_hash = any(recipient) and allowance = kind
      and (state in ('waiting', 'claimed')
        or (state in ('sent', 'not_configured') and finished_at > at - interval '30 days')));
end
$$;

create function customers.recipient_scope(recipient bytea) returns text language sql immutable
  return 'recipient/' || substr(encode(recipient, 'hex'), 1, 24);

-- Where there is no recipient, there is nothing to hold back.
create function customers.find_held_by(
  recipient bytea[], recipient_caps integer[], kind text, scopes text[], caps integer[], at timestamptz, today date
) returns text language plpgsql volatile
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if cardinality(recipient) = 0 then
    return null;
  end if;
  if customers.is_recipient_full(recipient, 'unasked', recipient_caps[1], recipient_caps[2], at) then
    return customers.recipient_scope(recipient[1]);
  end if;
  return (
    select s.scope from unnest(scopes, caps) with ordinality as s (scope, cap, rank)
    where (select coalesce(sum(b.spent), 0) from customers.budgets b
           where b.day = today and b.scope = s.scope and b.channel = kind) >= s.cap
    order by s.rank limit 1);
end
$$;

-- One message, which is what most transactions have, takes a free part of each
-- scope by one statement; where one has none, the parts are given back, and whole budgets are looked at.
create function customers.take_budgets(
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

-- Queues messages: a list for each member, in the order of the messages; `locks` are those of the recipients of whatever may leave; `recipient_caps` a day and a month of mails, then of texts.
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
      (id, purpose, subject_id, subject_version, channel, encrypted_content, contact_hash, recipient_hash, allowance, state,
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

-- Most customers are new: for them nothing is gathered, joined or counted.
create function customers.find_facts(
  hashes bytea[], recipients bytea[], welcome text, since timestamptz,
  out spared boolean, out discounts json, out welcome_rounds bigint
) language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  has_discount boolean;
  has_messages boolean;
begin
  select exists (select from customers.do_not_contact d where d.contact_hash = any(hashes)),
      exists (select from customers.discounts d where d.contact_hash = any(hashes)),
      exists (select from customers.messages m where m.recipient_hash = any(recipients))
        or exists (select from customers.messages m where m.contact_hash = any(hashes))
    into spared, has_discount, has_messages;
  discounts := '[]';
  welcome_rounds := 0;
  if has_discount then
    with recursive same (id) as (
      select discount_id from customers.discounts where contact_hash = any(hashes)
      union select l.same_as from same join customers.discount_links l on l.discount_id = same.id),
    person as (select id from same limit 1000)
    -- A contact may have joined a discount while another contact was using it, so one used row is enough.
    select coalesce(json_agg(json_build_object('source', source, 'consumed', consumed_at is not null)
        order by granted_at, discount_id), '[]')
      into discounts
      from (select discount_id, min(source) as source, min(granted_at) as granted_at, max(consumed_at) as consumed_at
            from customers.discounts where discount_id in (select id from person) group by discount_id) as d;
  end if;
  if has_messages then
    -- By channel, in which a customer has one contact each; that contact may have rows under several keys. Materialized, so that
    -- nothing but a fingerprint can choose the index.
    with theirs as materialized (
      select id, channel, purpose, created_at from customers.messages where recipient_hash = any(recipients) and state <> 'sandbox'
      union select id, channel, purpose, created_at from customers.messages where contact_hash = any(hashes) and state <> 'sandbox')
    select coalesce(max(rounds), 0) into welcome_rounds
      from (select count(*) as rounds from theirs where purpose = welcome and created_at > since group by channel) as r;
  end if;
end
$$;

-- Discounts granted to exactly these contacts, oldest first; asked at every poll of an intake that was promised one.
create function customers.find_own_discounts(hashes bytea[]) returns json language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return (
    select coalesce(json_agg(json_build_object('source', source, 'consumed', consumed_at is not null)
        order by granted_at, discount_id), '[]')
      from (select discount_id, min(source) as source, min(granted_at) as granted_at, max(consumed_at) as consumed_at
            from customers.discounts
            where discount_id in (select discount_id from customers.discounts where contact_hash = any(hashes))
            group by discount_id) as d);
end
$$;

select platform.protect_rows('customers.messages',
  $$(account_id is null or account_id = (select current_setting('makewhole.account', true)))$$);

comment on column customers.messages.account_id is 'the institution of a message of the sandbox';
