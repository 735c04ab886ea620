-- When the secret that a running rotation replaces came into force, for whoever takes the rotation back.
alter table webhooks.endpoints add column previous_rotated_at timestamptz;
