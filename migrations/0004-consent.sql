create schema consent;

-- What is known about each person's consent: what was attested, shown, sent, answered, called and stopped. Rows are added
-- in the transaction of what they tell, and chained soon after it by one job, in the order in which it finds them.
create table consent.entries (
  id text collate "C" primary key,
  at timestamptz(3) not null,
  kind text not null,
  -- What it is about: an intake, a referral, a redemption; null when it is about the contact alone.
  subject_id text collate "C",
  -- Fingerprints of the contacts it is about, as in customers.do_not_contact. Bounds and dimensions are no part of what is
  -- fingerprinted, so there is only one form.
  contact_hashes bytea[] not null
    check (coalesce(array_ndims(contact_hashes), 1) = 1 and coalesce(array_lower(contact_hashes, 1), 1) = 1),
  encrypted_details bytea not null,
  -- Over all members above, from the first moment on.
  mac bytea not null,
  -- Position in the chain, and the fingerprint over this row and the one before it; null until it is chained.
  seq bigint check (seq > 0),
  chain_mac bytea,
  -- A row never changes, except that it may be encrypted again, and erased once: the words and the person go, and the row says so.
  -- The chain continues through an erased row by a separate fingerprint, which only a process with the key can make.
  erased_at timestamptz(3),
  -- The link before it when it was erased, and the fingerprint over what is left, that link and its own.
  erased_before bytea,
  erased_mac bytea,
  check ((seq is null) = (chain_mac is null))
);
-- Looked up by contact only when they are about nothing else.
create index entries_contacts on consent.entries using gin (contact_hashes) where subject_id is null;
create unique index entries_seq on consent.entries (seq) where seq is not null;
create index entries_subject on consent.entries (subject_id, at) where subject_id is not null;
create index entries_unchained on consent.entries (at, id) where seq is null;

-- Where the chain ends, sealed, so that rows missing at its end are missed. The job that chains holds this row.
create table consent.head (
  one boolean default true primary key check (one),
  seq bigint not null,
  mac bytea not null,
  seal bytea
);

-- Words that people were shown, once each.
create table consent.wordings (
  hash bytea primary key,
  version text not null,
  words text not null,
  first_shown_at timestamptz(3) not null,
  -- Over all members above.
  mac bytea not null
);

create function consent.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'consent.% is only added to', tg_table_name;
end $$;

-- The bytes of an entry's details are part of its fingerprint, so a newer key wraps them and leaves them as they are inside
-- (docs/decisions/0010). Whoever puts anything else there is noticed by the fingerprint. A wrapped value begins with a 3.
create function consent.refuse_edit() returns trigger language plpgsql as $$
declare
  unchained consent.entries := new;
  wrapped consent.entries := new;
  erased consent.entries := old;
begin
  unchained.seq := null;
  unchained.chain_mac := null;
  if old.seq is null and old.chain_mac is null and new.seq is not null and new.chain_mac is not null
    and unchained is not distinct from old then
    return new;
  end if;
  wrapped.encrypted_details := old.encrypted_details;
  if get_byte(new.encrypted_details, 0) = 3 and wrapped is not distinct from old then
    return new;
  end if;
  erased.encrypted_details := new.encrypted_details;
  erased.erased_at := new.erased_at;
  erased.erased_before := new.erased_before;
  erased.erased_mac := new.erased_mac;
  if old.seq is not null and old.erased_at is null and new.erased_at is not null and new.erased_before is not null
    and new.erased_mac is not null and new is not distinct from erased then
    return new;
  end if;
  raise exception 'consent.entries is only added to';
end $$;

create function consent.refuse_retreat() returns trigger language plpgsql as $$
begin
  if new.one and new.seq > old.seq then
    return new;
  end if;
  raise exception 'consent.head only moves forward';
end $$;

create trigger entries_stay before delete on consent.entries
  for each row execute function consent.refuse_change();
create trigger entries_stay_all before truncate on consent.entries
  for each statement execute function consent.refuse_change();
create trigger entries_unedited before update on consent.entries
  for each row execute function consent.refuse_edit();
create trigger head_forward before update on consent.head
  for each row execute function consent.refuse_retreat();
create trigger head_stays before delete on consent.head
  for each row execute function consent.refuse_change();
create trigger head_stays_all before truncate on consent.head
  for each statement execute function consent.refuse_change();
create trigger wordings_stay before update or delete on consent.wordings
  for each row execute function consent.refuse_change();
create trigger wordings_stay_all before truncate on consent.wordings
  for each statement execute function consent.refuse_change();

insert into consent.head (seq, mac) values (0, '');
