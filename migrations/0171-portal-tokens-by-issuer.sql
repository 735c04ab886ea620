-- Whether a token was made in a session of the institution's own identity provider, directly or by pairing: it ends with the provider.
-- Null for tokens made before this was recorded, which end with the provider too.
alter table portal.tokens add column by_issuer boolean;
