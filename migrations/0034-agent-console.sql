create schema agent_console;

create table agent_console.sessions (
  id text collate "C" primary key,
  -- A fingerprint; the token is in the cookie alone.
  token_hash bytea not null unique,
  -- Whose key it was says whose session it is; nothing is open once the key is revoked.
  key_id text collate "C" not null references credentials.agent_keys(id),
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index agent_console_sessions_expiry on agent_console.sessions (expires_at);
create index agent_console_sessions_of_key on agent_console.sessions (key_id) where ended_at is null;

-- Read again when the work of a request commits, with the key.
create function agent_console.recheck_session(principal text, credential text, at timestamptz) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform platform.share_owner(principal);
  perform from agent_console.sessions s
    join credentials.agent_keys k on k.id = s.key_id
    join credentials.principals p on p.id = k.principal_id
  where s.id = credential and k.principal_id = principal and p.status = 'active' and s.expires_at > at
    and k.revoked_at is null and (s.ended_at is null or platform.is_own_change(s.xmin));
  if not found then perform platform.refuse_credential('revoked'); end if;
end $$;
