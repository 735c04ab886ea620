-- The same questions as before. Most customers are new: for them nothing is gathered, joined or counted.
create or replace function customers.find_facts(
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
