create schema partners;

-- Lenders and providers under contract; the team makes them.
create table partners.institutions (
  id text collate "C" primary key,
  name text not null,
  -- Who is written to when deliveries fail.
  technical_contact_email text,
  created_at timestamptz not null,
  -- What a referred borrower pays and who bears the rest (decision 100).
  program jsonb not null default '{"mode": "borrower_paid", "subsidy_type": null, "subsidy_value": null}'::jsonb,
  -- The membership plans on offer: code and monthly price; the first is the default.
  plans jsonb not null default '[{"code": "standard", "unit_price_cents": 500}]'::jsonb,
  -- Where statements go, and what they say about whom they are for.
  billing_contact_email text,
  bill_to text,
  -- When staff opened live mode; null for an institution that signed itself up and has only the sandbox.
  live_opened_at timestamptz(3) default now(),
  -- A third address of an institution, and which of the three gets which mail. Null: as it was, by contactNotices of the code.
  operations_contact_email text,
  notices jsonb,
  -- Who of an institution asked for live mode, and when. Staff open it.
  live_requested_at timestamptz,
  -- A user of the portal.
  live_requested_by text collate "C"
);
select platform.protect_account('partners.institutions', 'id');

-- An address that was asked for and not confirmed yet. The row goes when it is confirmed, replaced or withdrawn, and when it is too late.
create table partners.contact_changes (
  id text collate "C" primary key,
  institution_id text collate "C" not null references partners.institutions(id),
  kind text collate "C" not null check (kind in ('technical', 'operations', 'billing')),
  email text not null check (length(email) >= 3 and length(email) <= 254),
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  unique (institution_id, kind)
);
create index contact_changes_expiry on partners.contact_changes (expires_at);
select platform.protect_account('partners.contact_changes', 'institution_id');

-- An institution that has only the sandbox has nothing live, whoever asks: its keys, signed credentials and endpoints are in
-- modules that know nothing of institutions, so the tables say it.
create function partners.require_live_open() returns trigger language plpgsql as $$
declare
  account text := to_jsonb(new) ->> tg_argv[0];
begin
  if exists (select from partners.institutions where id = account and live_opened_at is null) then
    raise exception 'live mode is not open for this institution' using errcode = 'MW409';
  end if;
  return new;
end $$;

create trigger live_open before insert on credentials.partner_keys
  for each row when (new.livemode) execute function partners.require_live_open('institution_id');
create trigger live_open before insert on credentials.signed_credentials
  for each row when (new.livemode) execute function partners.require_live_open('institution_id');
create trigger live_open before insert on webhooks.endpoints
  for each row when (new.livemode) execute function partners.require_live_open('account_id');
