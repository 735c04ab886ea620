-- Who asked for access and what for. A row whose link was used names the institution that came of it.
create table portal.sign_ups (
  id text collate "C" primary key,
  token_hash bytea not null unique,
  email text not null check (length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 200),
  institution_name text not null check (length(institution_name) between 1 and 200),
  purpose text not null check (length(purpose) between 1 and 1000),
  -- The authenticator's secret, until it is the user's.
  sealed_totp bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  user_id text collate "C" references portal.users,
  institution_id text collate "C" unique references partners.institutions,
  check ((used_at is null) = (institution_id is null) and (used_at is null) = (user_id is null))
);
create index portal_sign_ups_open on portal.sign_ups (expires_at) where used_at is null;

-- Asked to join an institution. Accepted, revoked or expired, it opens nothing.
create table portal.invitations (
  id text collate "C" primary key,
  institution_id text collate "C" not null references partners.institutions,
  token_hash bytea not null unique,
  -- Normalized; nobody else can accept it.
  email text not null check (length(email) between 3 and 254),
  role text not null check (role in ('owner', 'admin', 'developer', 'operations', 'finance', 'read_only')),
  invited_by text collate "C" not null references portal.users,
  -- For an address that has no account yet.
  sealed_totp bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  check (accepted_at is null or revoked_at is null)
);
-- One that is open for each address: a newer one revokes it.
create unique index portal_invitations_open on portal.invitations (institution_id, email)
  where accepted_at is null and revoked_at is null;
create index portal_invitations_expiry on portal.invitations (expires_at);
select platform.protect_account('portal.invitations', 'institution_id');
