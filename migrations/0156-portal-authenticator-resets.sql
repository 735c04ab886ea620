-- A user who lost authenticator and recovery codes gets a link to set up another one. One that is open for each user.
create table portal.authenticator_resets (
  id text collate "C" primary key,
  user_id text collate "C" not null references portal.users,
  -- A user (usr_) of the institution, or somebody of our team (stf_).
  made_by text collate "C" not null,
  -- How our team knew who asked, in their words.
  identity_check text check (length(identity_check) between 20 and 200),
  -- Of the link that sets up the authenticator; of the one that stops it, where there is a wait.
  token_hash bytea not null unique,
  stop_hash bytea unique,
  -- The new authenticator's secret, until it is the user's.
  sealed_totp bytea not null,
  created_at timestamptz(3) not null,
  opens_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  stopped_at timestamptz(3),
  stopped_by text check (stopped_by in ('mail', 'sign_in', 'staff', 'newer')),
  check (used_at is null or stopped_at is null),
  check ((stopped_at is null) = (stopped_by is null)),
  check ((identity_check is null) = (stop_hash is null))
);
create unique index portal_authenticator_resets_open on portal.authenticator_resets (user_id)
  where used_at is null and stopped_at is null;
create index portal_authenticator_resets_expiry on portal.authenticator_resets (expires_at);
create index portal_authenticator_resets_staff on portal.authenticator_resets (created_at desc, id)
  where identity_check is not null;

-- A role that the institution's identity provider gave: only its sign-ins open it. Whoever has the mailbox may claim the account,
-- and gets nothing of the institution by it.
alter table portal.role_assignments add column by_issuer boolean not null default false;
update portal.role_assignments a set by_issuer = true
where not exists (select from portal.user_passwords p where p.user_id = a.user_id)
  and exists (select from portal.identities i where i.user_id = a.user_id and i.institution_id = a.institution_id);
