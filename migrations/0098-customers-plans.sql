-- What a submission asks about its customer, planned once per connection. PostgreSQL guesses ten elements for an array it
-- does not know, finds the plan for the one at hand cheaper, and so plans `= any(array)` at every call; functions in plain SQL
-- are planned at every call in any case. The plans do not depend on statistics: a connection may make them while the tables
-- are empty, and a plan for an empty table reads the whole of it later.

-- The same question as before.
create or replace function customers.is_recipient_full(
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

-- The same question as before; where there is no recipient, there is nothing to hold back.
create or replace function customers.find_held_by(
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

-- What is known about a customer: whether one of their contacts is on the do-not-contact list, the discounts of everything
-- that is linked with them, and how many welcomes the channel with the most of them has had. The limit of links is far beyond
-- any real customer; linking more than that on purpose gains nothing.
create function customers.find_facts(
  hashes bytea[], recipients bytea[], welcome text, since timestamptz,
  out spared boolean, out discounts json, out welcome_rounds bigint
) language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  spared := exists (select from customers.do_not_contact d where d.contact_hash = any(hashes));
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
  -- By channel, in which a customer has one contact each; that contact may have rows under several keys. Materialized, so that
  -- nothing but a fingerprint can choose the index.
  with theirs as materialized (
    select id, channel, purpose, created_at from customers.messages where recipient_hash = any(recipients)
    union select id, channel, purpose, created_at from customers.messages where contact_hash = any(hashes))
  select coalesce(max(rounds), 0) into welcome_rounds
    from (select count(*) as rounds from theirs where purpose = welcome and created_at > since group by channel) as r;
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

-- Its messages are found again by their ids, and were found by reading the whole table where the plan was made for an empty one.
alter function customers.queue_messages(jsonb, bytea[], bytea[], bytea[], jsonb, timestamptz, date) set enable_seqscan = off;
alter function customers.queue_messages(jsonb, bytea[], bytea[], bytea[], jsonb, timestamptz, date) set enable_hashjoin = off;
alter function customers.queue_messages(jsonb, bytea[], bytea[], bytea[], jsonb, timestamptz, date) set enable_mergejoin = off;
