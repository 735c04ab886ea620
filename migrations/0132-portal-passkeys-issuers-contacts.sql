-- Passkeys of portal users. The private half never leaves the device; what is here verifies what it signs.
create table portal.passkeys (
  id text collate "C" primary key,
  user_id text collate "C" not null references portal.users,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- What the authenticator showed last; zero for those that do not count.
  counter bigint not null,
  transports text[] not null,
  label text not null check (length(label) between 1 and 100),
  synced boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- When its owner was last told that it may have been copied.
  warned_at timestamptz(3)
);
create index passkeys_of_user on portal.passkeys (user_id, id);

-- Challenges that were answered, for as long as they would still be accepted: each counts once.
create table portal.used_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index used_challenges_expiry on portal.used_challenges (expires_at);

-- The identity provider of an institution. It signs users in for this institution and for no other.
create table portal.issuers (
  institution_id text collate "C" primary key references partners.institutions,
  issuer text not null check (length(issuer) between 9 and 500),
  client_id text not null check (length(client_id) between 1 and 200),
  sealed_client_secret bytea not null,
  email_domains text[] not null check (cardinality(email_domains) between 1 and 20),
  -- One of them must be the acr, or among the amr, of an identity; none: any.
  strengths text[] not null check (cardinality(strengths) <= 10),
  methods text[] not null check (cardinality(methods) <= 10),
  -- The role of whoever comes for the first time. Null: only who has a role already.
  new_user_role text collate "C",
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null
);
select platform.protect_account('portal.issuers', 'institution_id');

-- Who somebody is at an institution's provider: issuer and subject, never an address.
create table portal.identities (
  institution_id text collate "C" not null references partners.institutions,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id text collate "C" not null references portal.users,
  created_at timestamptz(3) not null,
  primary key (institution_id, issuer, subject)
);
create unique index identities_of_user on portal.identities (institution_id, user_id);
select platform.protect_account('portal.identities', 'institution_id');

-- A third address of an institution, and which of the three gets which mail. Null: as it was, by contactNotices of the code.
alter table partners.institutions add column operations_contact_email text, add column notices jsonb;

-- An address that was asked for and not confirmed yet. The row goes when it is confirmed, replaced or withdrawn, and when it is too late.
create table partners.contact_changes (
  id text collate "C" primary key,
  institution_id text collate "C" not null references partners.institutions,
  kind text collate "C" not null check (kind in ('technical', 'operations', 'billing')),
  email text not null check (length(email) between 3 and 254),
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  unique (institution_id, kind)
);
create index contact_changes_expiry on partners.contact_changes (expires_at);
select platform.protect_account('partners.contact_changes', 'institution_id');
