-- What a token may do, and until when. Null: everything that its staff member may, until it is revoked; as all were before.
alter table access.staff_tokens add column scopes text[], add column expires_at timestamptz;
